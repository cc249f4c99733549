// SPDX-License-Identifier: MIT
// Buckets of S3-compatible stores: signatures against Amazon's published ones, and all that is asked of a
// bucket against a local server, where one is installed: versitygw (Go: github.com/versity/versitygw), which
// checks signatures, or moto_server (PyPI: moto[server]), which does not.
#include "hone/remote/s3_blobs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "storage/store_support.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::remote {
namespace {

using storage::MemorySource;
using test::code_of;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const S3Key kExample{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"};
constexpr const char* kExampleTime = "20130524T000000Z";
constexpr const char* kHashOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

S3Request example(const std::string& method, const std::string& path, const std::string& hash) {
  return {.method = method,
          .path = path,
          .headers = {{"host", "examplebucket.s3.amazonaws.com"},
                      {"x-amz-content-sha256", hash},
                      {"x-amz-date", kExampleTime}},
          .hash = hash};
}
std::string signature_of(const S3Request& request) {
  const std::string all = s3_authorization(request, kExample, "us-east-1", kExampleTime);
  return all.substr(all.find("Signature=") + 10);
}

// RFC 4231, test cases 1, 2 and 6.
TEST(Sigv4, HmacIsThatOfTheRfc) {
  const auto hex = [](const std::string& bytes) {
    std::string digits;
    for (const char c : bytes) {
      std::array<char, 3> pair{};
      std::snprintf(pair.data(), pair.size(), "%02x", static_cast<unsigned char>(c));
      digits += pair.data();
    }
    return digits;
  };
  EXPECT_EQ(hex(hmac_sha256(std::string(20, '\x0b'), "Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hex(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(
      hex(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

// The examples of Amazon S3's API Reference, "Signature Calculations for the Authorization Header".
TEST(Sigv4, SignsAsAmazonsExamplesAre) {
  S3Request get = example("GET", "/test.txt", kHashOfNothing);
  get.headers.emplace_back("range", "bytes=0-9");
  EXPECT_EQ(s3_authorization(get, kExample, "us-east-1", kExampleTime),
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
            "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
            "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  const std::string hash = sha256("Welcome to Amazon S3.");
  S3Request put = example("PUT", "/test%24file.text", hash);
  put.headers.emplace_back("date", "Fri, 24 May 2013 00:00:00 GMT");
  put.headers.emplace_back("x-amz-storage-class", "REDUCED_REDUNDANCY");
  EXPECT_EQ(signature_of(put), "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  S3Request lifecycle = example("GET", "/", kHashOfNothing);
  lifecycle.query = {{"lifecycle", ""}};
  EXPECT_EQ(signature_of(lifecycle), "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  S3Request list = example("GET", "/", kHashOfNothing);
  list.query = {{"prefix", "J"}, {"max-keys", "2"}};
  EXPECT_EQ(signature_of(list), "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST(S3PlaceTest, ReadsAddresses) {
  const S3Place plain = S3Place::parse("s3://hone-files/a/b/", "eu-central-1");
  EXPECT_EQ(plain.bucket, "hone-files");
  EXPECT_EQ(plain.prefix, "a/b");
  EXPECT_EQ(plain.region, "eu-central-1");
  EXPECT_EQ(plain.text(), "s3://hone-files/a/b");
  const S3Place local = S3Place::parse("s3://b?endpoint=http://localhost:9000&region=x", "");
  EXPECT_EQ(local.endpoint, "http://localhost:9000");
  EXPECT_EQ(local.region, "x");
  EXPECT_EQ(S3Place::parse("s3://b", "").region, "us-east-1");
  for (const char* wrong : {"s3://", "s3:///a", "s3://B", "s3://a b", "s3://b?key=1", "s3://b?endpoint=b"})
    EXPECT_EQ(code_of([&] { S3Place::parse(wrong, ""); }), ErrorCode::InvalidArgument) << wrong;
}

TEST(S3PlaceTest, NeedsAKeyAndDoesNotShowIt) {
  EXPECT_EQ(code_of([] { S3Blobs(S3Place::parse("s3://b", ""), {}, {}); }), ErrorCode::InvalidArgument);
  S3Blobs blobs(S3Place::parse("s3://b?endpoint=http://127.0.0.1:1", ""), {"the-id", "the-secret"}, {});
  std::string message;
  EXPECT_EQ(code_of([&] { blobs.put(MemorySource("x"), 10); }, &message), ErrorCode::StorageFailed);
  EXPECT_THAT(message, HasSubstr("s3://b at http://127.0.0.1:1"));
  EXPECT_THAT(message, Not(HasSubstr("the-")));
}

// --- a server

/// A program in PATH, or in one of the folders of HONE_SCHEMA_TOOLS; empty when there is none.
std::string found_program(const std::string& name) {
  for (const char* variable : {"HONE_SCHEMA_TOOLS", "PATH"}) {
    const char* folders = std::getenv(variable);
    for (const std::string& folder : split(folders == nullptr ? "" : folders, ':')) {
      const std::string path = folder + "/" + name;
      if (!folder.empty() && ::access(path.c_str(), X_OK) == 0) return path;
    }
  }
  return "";
}

int connection_to(std::uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int result = ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
  ::close(fd);
  return result;
}

std::uint16_t free_port() {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(fd, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(fd);
  return ntohs(address.sin_port);
}

class S3Server : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    program_ = found_program(GetParam());
    if (program_.empty())
      GTEST_SKIP() << GetParam() << " is not installed (put its folder into HONE_SCHEMA_TOOLS)";
    begin();
    S3Blobs& blobs = open("");
    // Buckets are made by whoever owns them; here by the first request of the same kind.
    ASSERT_TRUE(make_bucket(blobs));
  }
  ~S3Server() override {
    if (server_ <= 0) return;
    ::kill(server_, SIGKILL);
    ::waitpid(server_, nullptr, 0);
  }

  void begin() {
    port_ = free_port();
    const std::string port = std::to_string(port_);
    std::filesystem::create_directory(folder_.file("files"));
    std::vector<std::string> words = {program_, "-p", port};
    if (std::string(GetParam()) == "versitygw")
      words = {program_, "--access",          "the-id",  "--secret", "the-secret",
               "--port", "127.0.0.1:" + port, "--quiet", "posix",    folder_.file("files")};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    server_ = ::fork();
    if (server_ == 0) {
      const std::string log = folder_.file("log");
      static_cast<void>(!std::freopen(log.c_str(), "w", stdout));
      static_cast<void>(!std::freopen(log.c_str(), "a", stderr));
      ::execv(program_.c_str(), arguments.data());
      ::_exit(127);
    }
    for (int i = 0; i < 300 && connection_to(port_) != 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }

  std::string address(const std::string& prefix) const {
    return text("s3://files", prefix.empty() ? "" : "/", prefix, "?endpoint=http://127.0.0.1:", port_);
  }
  S3Blobs& open(const std::string& prefix, const S3Key& key = {"the-id", "the-secret"}) {
    opened_.push_back(std::make_unique<S3Blobs>(S3Place::parse(address(prefix), ""), key, ClientOptions{}));
    return *opened_.back();
  }
  bool make_bucket(S3Blobs&) {
    const std::string host = text("127.0.0.1:", port_);
    const std::time_t now = std::time(nullptr);
    std::array<char, 20> time{};
    std::strftime(time.data(), time.size(), "%Y%m%dT%H%M%SZ", std::gmtime(&now));
    const S3Request request{
        .method = "PUT",
        .path = "/files",
        .headers = {{"host", host}, {"x-amz-content-sha256", kHashOfNothing}, {"x-amz-date", time.data()}},
        .hash = kHashOfNothing};
    ClientRequest sent{.method = "PUT", .target = "/files", .headers = request.headers};
    sent.headers.emplace_back("authorization",
                              s3_authorization(request, {"the-id", "the-secret"}, "us-east-1", time.data()));
    HttpClient client(ServiceUrl::parse_list("http://" + host), {});
    return client.send(sent).status == 200;
  }
  static std::string read(S3Blobs& blobs, const std::string& hash) {
    const auto found = blobs.find(hash);
    return found ? read_all(*found, 100'000'000) : "nothing";
  }

  test::TempDir folder_;
  std::string program_;
  std::uint16_t port_ = 0;
  pid_t server_ = 0;
  std::vector<std::unique_ptr<S3Blobs>> opened_;
};

INSTANTIATE_TEST_SUITE_P(Servers, S3Server, ::testing::Values("versitygw", "moto_server"),
                         [](const auto& server) { return std::string(server.param); });

constexpr Timestamp kEver = std::numeric_limits<Timestamp>::max();
constexpr std::int64_t kMany = 100'000'000;

TEST_P(S3Server, KeepsBytesUnderTheirHash) {
  S3Blobs& blobs = open("a prefix/+ü");
  EXPECT_EQ(blobs.find(sha256("abc")), nullptr);
  EXPECT_THAT(blobs.list(), IsEmpty());
  std::string large(9'000'000, '\0');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 31 + i / 251);
  for (const std::string& bytes : {std::string("abc"), std::string(), large}) {
    const storage::StoredBlob stored = blobs.put(MemorySource(bytes), kMany);
    EXPECT_EQ(stored.hash, sha256(bytes));
    EXPECT_EQ(stored.size, std::ssize(bytes));
    EXPECT_TRUE(read(blobs, stored.hash) == bytes) << bytes.size();
    EXPECT_EQ(blobs.find(stored.hash)->size(), std::ssize(bytes));
  }
  EXPECT_EQ(blobs.find(sha256(large))->read(8'999'998, 10), large.substr(8'999'998));
  // Perhaps only to the end of a piece.
  const std::string across = blobs.find(sha256(large))->read(4'194'300, 10);
  EXPECT_GE(across.size(), 4U);
  EXPECT_EQ(across, large.substr(4'194'300, across.size()));
  EXPECT_THAT(blobs.list(), SizeIs(3));
  EXPECT_THAT(open("another").list(), IsEmpty());
  EXPECT_EQ(code_of([&] { blobs.put(MemorySource("abcd"), 3); }), ErrorCode::InvalidArgument);
}

TEST_P(S3Server, RemovesWhatIsOldEnough) {
  S3Blobs& blobs = open("p");
  const std::string hash = blobs.put(MemorySource("abc"), kMany).hash;
  const Timestamp put = blobs.list().at(0).put;
  EXPECT_NEAR(static_cast<double>(put), static_cast<double>(storage::system_time()), 60'000.0);
  EXPECT_FALSE(blobs.remove(hash, put - 1));
  EXPECT_EQ(read(blobs, hash), "abc");
  EXPECT_TRUE(blobs.remove(hash, kEver));
  EXPECT_EQ(blobs.find(hash), nullptr);
  EXPECT_TRUE(blobs.remove(hash, kEver));
}

TEST_P(S3Server, AnotherKeyIsRefused) {
  if (GetParam() == std::string_view("moto_server")) GTEST_SKIP() << "moto_server checks no signatures";
  S3Blobs& blobs = open("p", {"the-id", "another-secret"});
  std::string message;
  EXPECT_EQ(code_of([&] { blobs.put(MemorySource("abc"), kMany); }, &message), ErrorCode::StorageReadOnly);
  EXPECT_THAT(message, HasSubstr("403 (SignatureDoesNotMatch)"));
  EXPECT_THAT(message, Not(HasSubstr("secret")));
}

TEST_P(S3Server, AMissingBucketIsSaid) {
  S3Blobs blobs(S3Place::parse(text("s3://nothing?endpoint=http://127.0.0.1:", port_), ""),
                {"the-id", "the-secret"}, {});
  EXPECT_EQ(code_of([&] { blobs.put(MemorySource("abc"), kMany); }), ErrorCode::StorageFailed);
  EXPECT_EQ(code_of([&] { blobs.list(); }), ErrorCode::StorageFailed);
}

TEST_P(S3Server, MoreThanAPageIsListed) {
  S3Blobs& blobs = open("many");
  for (int i = 0; i < 1005; ++i) blobs.put(MemorySource(std::to_string(i)), kMany);
  EXPECT_THAT(blobs.list(), SizeIs(1005));
}

// The whole way: names in SQLite, bytes in the bucket.
TEST_P(S3Server, AStoreKeepsArtefactsThere) {
  const storage::OpenBlobs bucket = [&](const std::string& id) {
    return std::make_unique<S3Blobs>(S3Place::parse(address(id), ""), S3Key{"the-id", "the-secret"},
                                     ClientOptions{});
  };
  const auto store = storage::open_sqlite(folder_.file("hone.db"), {.blobs = bucket});
  const storage::StudyId id = store->create_study(test::svm_study());
  const storage::Lease lease = test::start_one(*store, id, 0);
  store->put_trial_artefact(id, {0, "a", lease.fence}, MemorySource("abc"));
  EXPECT_EQ(read_all(*store->trial_artefact(id, 0, "a")->bytes, 100), "abc");
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(folder_.file("hone.db") + ".artefacts"));
  EXPECT_EQ(store->sweep_blobs(kEver, false).count, 0);
  store->delete_study(id);
  EXPECT_EQ(store->sweep_blobs(kEver, false).count, 1);
  ::kill(server_, SIGKILL);
  ::waitpid(server_, nullptr, 0);
  server_ = 0;
  const storage::StudyId again = store->create_study(test::svm_study());
  test::start_one(*store, again, 0);
  EXPECT_EQ(code_of([&] {
              store->put_trial_artefact(again, {0, "a"}, MemorySource("abc"));
            }),
            ErrorCode::StorageFailed);
  EXPECT_THAT(store->trial_artefacts(again, 0, 10), IsEmpty());
}

}  // namespace
}  // namespace hone::remote
