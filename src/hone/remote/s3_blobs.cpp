// SPDX-License-Identifier: MIT
#include "hone/remote/s3_blobs.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/percent.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/iso_time.hpp"

namespace hone::remote {
namespace {

constexpr std::size_t kReadAhead = std::size_t{4} << 20;  // bytes that are asked for at once
constexpr int kTries = 4;
constexpr double kConnectTime = 5.0;                 // seconds
constexpr double kBytesOfSlowLine = 256.0 * 1024.0;  // a second

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::string written(16, '\0');
  std::strftime(written.data(), written.size() + 1, "%Y%m%dT%H%M%SZ", &parts);
  return written;
}

/// A path with its slashes, each part encoded.
std::string encoded_path(const std::string& path) {
  std::vector<std::string> parts = split(path, '/');
  for (std::string& part : parts) part = percent_encoded(part);
  return join(parts, "/");
}

std::string host_of(const ServiceUrl& url) {
  const bool usual = url.port == (url.tls ? "443" : "80");
  const std::string host = url.host.find(':') == std::string::npos ? url.host : "[" + url.host + "]";
  return usual ? host : text(host, ":", url.port);
}

std::string endpoint_of(const S3Place& place) {
  if (!place.endpoint.empty()) return place.endpoint;
  return text("https://", place.bucket, ".s3.", place.region, ".amazonaws.com");
}

std::string plain(std::string xml) {
  constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&#34;", "\""}, {"&amp;", "&"}};
  for (const auto& [entity, character] : kEntities)
    for (std::size_t at = 0; (at = xml.find(entity, at)) != std::string::npos; at += character.size())
      xml.replace(at, entity.size(), character);
  return xml;
}

/// What stands in the first element of this name from a place on, which is moved behind it; nothing when
/// there is none. Answers of S3 are flat where this is used.
std::optional<std::string> element(const std::string& xml, const std::string& name, std::size_t& from) {
  const std::size_t begin = xml.find("<" + name + ">", from);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t inside = begin + name.size() + 2;
  const std::size_t end = xml.find("</" + name + ">", inside);
  if (end == std::string::npos) return std::nullopt;
  from = end;
  return plain(xml.substr(inside, end - inside));
}
std::string element(const std::string& xml, const std::string& name) {
  std::size_t from = 0;
  return element(xml, name, from).value_or("");
}

bool is_hash(const std::string& name) {
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

[[noreturn]] void refuse_address(const std::string& address, const std::string& problem) {
  throw Error(ErrorCode::InvalidArgument, text("'", address.substr(0, address.find('?')), "' ", problem),
              "write s3://BUCKET/PREFIX, with ?endpoint=https://HOST for another store than Amazon's");
}

}  // namespace

S3Place S3Place::parse(const std::string& address, const std::string& region) {
  const std::string scheme = "s3://";
  if (!address.starts_with(scheme)) refuse_address(address, "is no bucket");
  const std::size_t mark = std::min(address.find('?'), address.size());
  const std::string path = address.substr(scheme.size(), mark - scheme.size());
  S3Place place{.bucket = path.substr(0, path.find('/')), .region = region.empty() ? "us-east-1" : region};
  if (place.bucket.size() < path.size()) place.prefix = path.substr(place.bucket.size() + 1);
  while (place.prefix.ends_with('/')) place.prefix.pop_back();
  if (place.bucket.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") != std::string::npos ||
      place.bucket.empty())
    refuse_address(address, "names no bucket");
  const std::string query = mark < address.size() ? address.substr(mark + 1) : "";
  for (const std::string& part : split(query, '&')) {
    if (part.empty()) continue;
    const std::string name = part.substr(0, part.find('='));
    const std::string value =
        percent_decoded(part.substr(std::min(name.size() + 1, part.size()))).value_or("");
    if (name == "endpoint") {
      place.endpoint = ServiceUrl::parse(value).text();
    } else if (name == "region") {
      place.region = value;
    } else {
      refuse_address(address, "has an unknown parameter '" + name + "'");
    }
  }
  return place;
}

std::string S3Place::text() const {
  return hone::text("s3://", bucket, prefix.empty() ? "" : "/" + prefix,
                    endpoint.empty() ? "" : " at " + endpoint);
}

S3Blobs::S3Blobs(const S3Place& place, S3Key key, ClientOptions client)
    : place_(place),
      key_(std::move(key)),
      host_(host_of(ServiceUrl::parse(endpoint_of(place)))),
      bucket_path_(place.endpoint.empty() ? "" : "/" + place.bucket),
      client_(ServiceUrl::parse_list(endpoint_of(place)), [&] {
        client.token.clear();
        client.connect_time = std::min(client.connect_time, kConnectTime);
        return client;
      }()) {
  if (key_.id.empty() || key_.secret.empty())
    throw Error(ErrorCode::InvalidArgument, hone::text("there is no key for ", place.text()),
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
}

std::string S3Blobs::key_of(const std::string& hash) const {
  const std::string before = place_.prefix.empty() ? "" : place_.prefix + "/";
  return hash.empty() ? before : text(before, hash.substr(0, 2), "/", hash);
}

HttpResponse S3Blobs::send(const std::string& method, const std::string& key, const std::string& body,
                           const std::string& range,
                           const std::vector<std::pair<std::string, std::string>>& query) {
  const std::string time = time_now();
  S3Request request{.method = method,
                    .path = encoded_path(bucket_path_ + "/" + key),
                    .query = query,
                    .headers = {{"host", host_}, {"x-amz-date", time}},
                    .hash = sha256(body)};
  request.headers.emplace_back("x-amz-content-sha256", request.hash);
  if (!range.empty()) request.headers.emplace_back("range", range);
  if (!key_.session.empty()) request.headers.emplace_back("x-amz-security-token", key_.session);
  ClientRequest sent{.method = method,
                     .target = request.path + (query.empty() ? "" : "?" + s3_query(request)),
                     .body = body,
                     .type = "application/octet-stream",
                     .headers = request.headers};
  sent.headers.emplace_back("authorization", s3_authorization(request, key_, place_.region, time));
  sent.seconds += static_cast<double>(std::max(body.size(), kReadAhead)) / kBytesOfSlowLine;
  return send_again(sent);
}

// Not a busy store, for which a tuner waits with its results: who keeps a file when a bucket is away for long
// is told so, and goes on.
HttpResponse S3Blobs::send_again(const ClientRequest& request) {
  for (int tries = 1;; ++tries) {
    try {
      HttpResponse response = client_.send(request);
      const bool passes = response.status >= 500 || response.status == 429;
      if (!passes || tries == kTries) return response;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageBusy) throw;
      if (tries == kTries)
        throw Error(ErrorCode::StorageFailed, text(place_.text(), " does not answer"),
                    "check the address, and that it can be reached from here");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500 << (tries - 1)));
  }
}

void S3Blobs::refuse(const HttpResponse& response, const std::string& what) const {
  const std::string code = element(response.body, "Code");
  const std::string problem = text("cannot ", what, " in ", place_.text(), ": it answered ", response.status,
                                   code.empty() ? "" : " (" + code + ")");
  if (response.status == 403 || response.status == 401)
    throw Error(ErrorCode::StorageReadOnly, problem,
                "check the key, what it may do with that bucket, the region and this machine's clock");
  throw Error(ErrorCode::StorageFailed, problem, "check the address, and that there is such a bucket");
}

// What is sent is signed with its hash: a store that took it has these bytes.
storage::StoredBlob S3Blobs::put(const storage::ByteSource& source, std::int64_t most) {
  storage::require_blob_size(source.size(), most);
  sending_.acquire();
  const std::shared_ptr<void> turn(nullptr, [this](void*) { sending_.release(); });
  const std::string bytes = read_all(source, static_cast<std::size_t>(most) + 1);
  storage::require_blob_size(std::ssize(bytes), most);
  storage::StoredBlob stored{.hash = sha256(bytes),
                             .size = std::ssize(bytes),
                             .beginning = bytes.substr(0, storage::kBlobBeginning)};
  const HttpResponse response = send("PUT", key_of(stored.hash), bytes);
  if (response.status != 200) refuse(response, "keep an artefact");
  return stored;
}

/// Reads ahead, as each question takes a while.
class S3Blobs::Source final : public storage::ByteSource {
 public:
  Source(S3Blobs& blobs, std::string key, std::int64_t size)
      : blobs_(blobs), key_(std::move(key)), size_(size) {}
  std::int64_t size() const override { return size_; }
  std::string read(std::int64_t offset, std::size_t most) const override {
    const std::lock_guard guard(mutex_);
    if (offset >= size_) return "";
    const bool there = offset >= begin_ && offset < begin_ + std::ssize(ahead_);
    if (!there) ask(offset);
    const auto at = static_cast<std::size_t>(offset - begin_);
    return ahead_.substr(at, most);
  }

 private:
  void ask(std::int64_t offset) const {
    const std::int64_t last = std::min(size_, offset + static_cast<std::int64_t>(kReadAhead)) - 1;
    HttpResponse response = blobs_.send("GET", key_, "", text("bytes=", offset, "-", last));
    if (response.status == 200) {  // all of it
      begin_ = 0;
    } else if (response.status == 206) {
      begin_ = offset;
    } else {
      blobs_.refuse(response, "read an artefact");
    }
    ahead_ = std::move(response.body);
    if (begin_ + std::ssize(ahead_) <= offset)
      throw Error(ErrorCode::StorageCorrupt,
                  text("an artefact in ", blobs_.place(), " is shorter than it was"), "look at the bucket");
  }

  S3Blobs& blobs_;
  std::string key_;
  std::int64_t size_;
  mutable std::mutex mutex_;
  mutable std::string ahead_;
  mutable std::int64_t begin_ = 0;
};

std::unique_ptr<storage::ByteSource> S3Blobs::find(const std::string& hash) {
  if (!is_hash(hash)) return nullptr;
  const auto found = list_under(hash);
  if (found.empty()) return nullptr;
  return std::make_unique<Source>(*this, key_of(hash), found.front().size);
}

std::vector<storage::ListedBlob> S3Blobs::list_under(const std::string& below) {
  std::vector<storage::ListedBlob> found;
  for (std::string token;;) {
    std::vector<std::pair<std::string, std::string>> query = {{"list-type", "2"}, {"prefix", key_of(below)}};
    if (!token.empty()) query.emplace_back("continuation-token", token);
    const HttpResponse response = send("GET", "", "", "", query);
    if (response.status != 200) refuse(response, "list what is");
    for (std::size_t at = 0; const auto entry = element(response.body, "Contents", at);) {
      const std::string key = element(*entry, "Key");
      const std::string name = key.substr(key.rfind('/') + 1);
      if (!is_hash(name) || key != key_of(name)) continue;
      found.push_back({name, parse_integer(element(*entry, "Size")).value_or(-1),
                       codec::parse_iso_time(element(*entry, "LastModified")).value_or(0)});
    }
    token = element(response.body, "NextContinuationToken");
    if (token.empty() || element(response.body, "IsTruncated") == "false") return found;
  }
}

bool S3Blobs::remove(const std::string& hash, Timestamp put_before) {
  const auto found = list_under(hash);
  if (found.empty()) return true;
  if (found.front().put > put_before) return false;
  const HttpResponse response = send("DELETE", key_of(hash));
  if (response.status != 204 && response.status != 200 && response.status != 404)
    refuse(response, "delete an artefact");
  return true;
}

}  // namespace hone::remote
