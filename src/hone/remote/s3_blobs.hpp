// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <semaphore>
#include <string>

#include "hone/remote/http_client.hpp"
#include "hone/remote/sigv4.hpp"
#include "hone/storage/blobs.hpp"

namespace hone::remote {

/// Where a bucket is: "s3://BUCKET/PREFIX?endpoint=https://host:9000&region=eu-central-1".
struct S3Place {
  std::string bucket;
  std::string prefix = {};    ///< without a slash at either end
  std::string endpoint = {};  ///< of another store than Amazon's, whose buckets are then part of the path
  std::string region = {};

  /// Throws Error(InvalidArgument). `region`: when the address names none.
  static S3Place parse(const std::string& address, const std::string& region);
  std::string text() const;  ///< for messages
};

/// Bytes as objects of a bucket of an S3-compatible store, "PREFIX/ab/abcd...". The key is never shown.
class S3Blobs final : public storage::Blobs {
 public:
  /// `client`: which certificates to trust; its token is not sent. Throws InvalidArgument without a key.
  S3Blobs(const S3Place& place, S3Key key, ClientOptions client);

  storage::StoredBlob put(const storage::ByteSource& source, std::int64_t most) override;
  std::unique_ptr<storage::ByteSource> find(const std::string& hash) override;
  std::vector<storage::ListedBlob> list() override { return list_under(""); }
  bool remove(const std::string& hash, Timestamp put_before) override;
  std::string place() const override { return place_.text(); }

 private:
  class Source;

  std::string key_of(const std::string& hash) const;
  HttpResponse send(const std::string& method, const std::string& key, const std::string& body = "",
                    const std::string& range = "",
                    const std::vector<std::pair<std::string, std::string>>& query = {});
  HttpResponse send_again(const ClientRequest& request);
  std::vector<storage::ListedBlob> list_under(const std::string& below);
  [[noreturn]] void refuse(const HttpResponse& response, const std::string& what) const;

  S3Place place_;
  S3Key key_;
  std::string host_;         // as it is sent and signed
  std::string bucket_path_;  // before the key in a path
  HttpClient client_;
  std::counting_semaphore<2> sending_{2};  // of those that are in memory
};

}  // namespace hone::remote
