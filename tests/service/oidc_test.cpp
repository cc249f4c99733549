// SPDX-License-Identifier: MIT
#include "hone/service/oidc.hpp"

#include <gtest/gtest.h>
#include <openssl/hmac.h>

#include "hone/base/error.hpp"
#include "storage/store_support.hpp"
#include "support/test_issuer.hpp"

namespace hone::service {
namespace {

using codec::Json;
using test::base64url;
using test::TestIssuer;

const TestIssuer& rsa() {
  static const TestIssuer issuer("RS256", "rsa-1");
  return issuer;
}
const TestIssuer& curve() {
  static const TestIssuer issuer("ES256", "ec-1");
  return issuer;
}
const TestIssuer& stranger() {
  static const TestIssuer issuer("ES256", "ec-2");
  return issuer;
}

class OidcTest : public ::testing::Test {
 protected:
  OidcTest() {
    options_.roles = {OidcRole::parse("ops=admin"), OidcRole::parse("team=work:svm-*"),
                      OidcRole::parse("all=read")};
  }
  Oidc make() {
    return Oidc(
        options_,
        [this] {
          ++reads_;
          if (set_.empty()) throw std::runtime_error("nobody answers");
          return set_;
        },
        [this] { return now_ * 1000; }, [this] { return watch_; });
  }
  Json claims() const {
    return {{"iss", "https://id.example"},
            {"aud", "hone"},
            {"sub", "ann"},
            {"exp", now_ + 3600},
            {"groups", {"team"}}};
  }
  Json claims_with(const std::string& name, const Json& value) const {
    Json all = claims();
    all[name] = value;
    return all;
  }
  /// Why a token with these claims is refused; empty when it is not.
  std::string problem(const Json& all) { return make().check(curve().token(all)).problem; }
  std::string problem(const std::string& token) { return make().check(token).problem; }

  std::int64_t now_ = 1'700'000'000;
  runner::Moment watch_ = runner::Moment() + std::chrono::hours(1);
  std::string set_ = test::key_set({&rsa(), &curve()});
  int reads_ = 0;
  OidcOptions options_{.issuer = "https://id.example", .audience = "hone"};
};

// RFC 7515, appendix A.3.
TEST(PublicKeys, VerifyTheExampleOfTheStandard) {
  const std::string claims =
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
  const auto bytes = [](const char* text) { return net::base64url_decoded(text).value(); };
  const auto ec = net::PublicKey::p256(bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                                       bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"));
  ASSERT_TRUE(ec);
  const std::string signature =
      bytes("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q");
  EXPECT_TRUE(ec->verifies("eyJhbGciOiJFUzI1NiJ9." + claims, signature));
  EXPECT_FALSE(ec->verifies("eyJhbGciOiJFUzI1NiJ9." + claims + "x", signature));
  EXPECT_FALSE(ec->verifies("eyJhbGciOiJFUzI1NiJ9." + claims, signature.substr(1)));
}

TEST(PublicKeys, ThatAreNoneAreRefused) {
  EXPECT_FALSE(net::PublicKey::p256(std::string(32, 'x'), std::string(32, 'y')));  // not on the curve
  EXPECT_FALSE(net::PublicKey::p256("x", "y"));
  EXPECT_FALSE(net::PublicKey::rsa("", ""));
  EXPECT_FALSE(net::PublicKey::rsa(std::string(255, '\xff'), "\x01"));  // 2040 bits
}

TEST(Base64Url, HasOneSpellingOfEachText) {
  EXPECT_EQ(net::base64url_decoded(""), "");
  EXPECT_EQ(net::base64url_decoded("Zm9vYg"), "foob");
  EXPECT_EQ(net::base64url_decoded("_-8"), "\xff\xef");
  for (const char* bad : {"Z", "Zm9vYg==", "Zm9vYh", "Zm+v", "Zm 9v", "_/8"})
    EXPECT_FALSE(net::base64url_decoded(bad)) << bad;
}

TEST_F(OidcTest, TakesTokensOfBothKindsOfKeys) {
  Oidc provider = make();
  for (const TestIssuer* issuer : {&rsa(), &curve()}) {
    const OidcVerdict verdict = provider.check(issuer->token(claims()));
    ASSERT_TRUE(verdict.grant) << verdict.problem;
    EXPECT_EQ(verdict.grant->role, Role::Work);
    EXPECT_EQ(verdict.grant->studies, "svm-*");
    EXPECT_EQ(verdict.grant->audit_name(), "https://id.example ann");
    EXPECT_FALSE(verdict.grant->limits.any());
  }
  EXPECT_EQ(reads_, 1);
}

TEST_F(OidcTest, RefusesWhatNobodySigned) {
  const std::string good = curve().token(claims());
  const std::string message = good.substr(0, good.rfind('.'));
  EXPECT_NE(problem(message + "."), "");
  for (const char* algorithm : {"none", "None", "NONE", "", "HS256", "HS512", "RS512", "PS256", "ES384"}) {
    Json header = curve().header();
    header["alg"] = algorithm;
    EXPECT_NE(problem(curve().token(header, claims())).find("RS256 or ES256"), std::string::npos)
        << algorithm;
    EXPECT_NE(problem(base64url(header.dump()) + "." + base64url(claims().dump()) + "."), "") << algorithm;
  }
  EXPECT_NE(problem(stranger().token(curve().header(), claims())).find("signature"), std::string::npos);
  // What was signed with one claim and shows another.
  const std::string forged = base64url(curve().header().dump()) + "." +
                             base64url(claims_with("groups", {"ops"}).dump()) + good.substr(good.rfind('.'));
  EXPECT_NE(problem(forged).find("signature"), std::string::npos);
}

// The oldest trick: the public key as the secret of a symmetric signature.
TEST_F(OidcTest, RefusesASymmetricSignatureWithThePublicKey) {
  for (const std::string& name : {std::string("HS256"), std::string("RS256")}) {
    const std::string message =
        base64url(Json({{"alg", name}, {"kid", "rsa-1"}}).dump()) + "." + base64url(claims().dump());
    const std::string secret = rsa().jwk()["n"];
    unsigned char mac[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(message.data()), message.size(), mac, &size);
    EXPECT_NE(problem(message + "." + base64url({reinterpret_cast<const char*>(mac), size})), "") << name;
  }
}

TEST_F(OidcTest, AKeyIsForItsOwnAlgorithm) {
  Json header = curve().header();
  header["kid"] = "rsa-1";
  EXPECT_NE(problem(curve().token(header, claims())), "");
  header = rsa().header();
  header["kid"] = "ec-1";
  EXPECT_NE(problem(rsa().token(header, claims())), "");
}

TEST_F(OidcTest, TakesNoKeyFromTheToken) {
  Json header = stranger().header();
  header["jwk"] = stranger().jwk();
  header["jku"] = "https://evil.example/keys";
  header["x5u"] = "https://evil.example/cert";
  EXPECT_NE(problem(stranger().token(header, claims())).find("no such key"), std::string::npos);
  header = curve().header();
  header["crit"] = {"exp"};
  EXPECT_NE(problem(curve().token(header, claims())), "");
}

TEST_F(OidcTest, TakesNoWeakKeys) {
  const TestIssuer weak("RS256", "weak", 1024);
  set_ = test::key_set({&weak, &curve()});
  EXPECT_NE(problem(weak.token(claims())), "");
  set_ = test::key_set({&weak});
  EXPECT_EQ(test::code_of([this] { make().read_now(); }), ErrorCode::InvalidFile);
}

TEST_F(OidcTest, LooksAtTimesWithAMinuteOfLeeway) {
  EXPECT_EQ(problem(claims_with("exp", now_ - 59)), "");
  EXPECT_EQ(problem(claims_with("exp", now_ - 60)), "the token has expired");
  EXPECT_EQ(problem(claims_with("nbf", now_ + 60)), "");
  EXPECT_EQ(problem(claims_with("nbf", now_ + 61)), "the token is not valid yet");
  EXPECT_NE(problem(claims_with("exp", "tomorrow")), "");
  EXPECT_NE(problem(claims_with("nbf", "now")), "");
  Json endless = claims();
  endless.erase("exp");
  EXPECT_NE(problem(endless), "");
}

TEST_F(OidcTest, ComparesIssuerAndAudience) {
  EXPECT_NE(problem(claims_with("iss", "https://id.example/")), "");
  EXPECT_NE(problem(claims_with("iss", Json::array({"https://id.example"}))), "");
  EXPECT_EQ(problem(claims_with("aud", {"other", "hone"})), "");
  for (const Json& aud :
       {Json("other"), Json("Hone"), Json::array({"other"}), Json::array(), Json(nullptr), Json(1)})
    EXPECT_EQ(problem(claims_with("aud", aud)), "the token is for another audience") << aud;
  for (const char* missing : {"iss", "aud", "sub"}) {
    Json all = claims();
    all.erase(missing);
    EXPECT_NE(problem(all), "") << missing;
  }
  EXPECT_NE(problem(claims_with("sub", "")), "");
  EXPECT_NE(problem(claims_with("sub", 7)), "");
}

TEST_F(OidcTest, TheFirstRoleThatFitsCounts) {
  const auto role = [&](const Json& groups) {
    const auto verdict = make().check(curve().token(claims_with("groups", groups)));
    return verdict.grant ? to_text(verdict.grant->role) + ":" + verdict.grant->studies : verdict.problem;
  };
  EXPECT_EQ(role({"all", "team"}), "work:svm-*");
  EXPECT_EQ(role({"all", "ops"}), "admin:*");
  EXPECT_EQ(role("all"), "read:*");
  EXPECT_EQ(role({"x"}), "none:*");
  EXPECT_EQ(role("teams"), "none:*");
  EXPECT_EQ(role(nullptr), "none:*");
  EXPECT_EQ(role({{"team", true}}), "none:*");
  options_.claim = "realm_access.roles";
  EXPECT_EQ(role({"ops"}), "none:*");
  Json nested = claims();
  nested["realm_access"] = {{"roles", {"ops"}}};
  EXPECT_EQ(make().check(curve().token(nested)).grant->role, Role::Admin);
  options_.claim = "https://hone.example/groups";  // dots of a name are not those of a path
  nested["https://hone.example/groups"] = {"all"};
  EXPECT_EQ(make().check(curve().token(nested)).grant->role, Role::Read);
}

TEST_F(OidcTest, ReadsRolesOfTheCommandLine) {
  const OidcRole role = OidcRole::parse("cn=team,ou=x=work:svm-*");
  EXPECT_EQ(role.value, "cn=team,ou=x");
  EXPECT_EQ(role.role, Role::Work);
  EXPECT_EQ(role.studies, "svm-*");
  for (const char* bad : {"", "team", "team=", "team=god", "=work", "team=work:"})
    EXPECT_EQ(test::code_of([&] { OidcRole::parse(bad); }), ErrorCode::InvalidArgument) << bad;
}

TEST_F(OidcTest, ReadsKeysAnewForAnUnknownOneOnceAMinute) {
  set_ = test::key_set({&rsa()});
  Oidc provider = make();
  EXPECT_TRUE(provider.check(rsa().token(claims())).grant);
  set_ = test::key_set({&rsa(), &curve()});
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(provider.check(curve().token(claims())).grant);
  EXPECT_EQ(reads_, 1);
  watch_ += std::chrono::seconds(61);
  EXPECT_TRUE(provider.check(curve().token(claims())).grant);
  EXPECT_EQ(reads_, 2);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(provider.check(stranger().token(claims())).grant);
  EXPECT_EQ(reads_, 2);
}

TEST_F(OidcTest, AKeyThatWasTakenBackStopsWorking) {
  Oidc provider = make();
  EXPECT_TRUE(provider.check(curve().token(claims())).grant);
  set_ = test::key_set({&rsa()});
  watch_ += std::chrono::seconds(601);
  EXPECT_FALSE(provider.check(curve().token(claims())).grant);
}

TEST_F(OidcTest, GoesOnWithKnownKeysWhileTheProviderIsAway) {
  Oidc provider = make();
  EXPECT_TRUE(provider.check(rsa().token(claims())).grant);
  set_.clear();
  watch_ += std::chrono::hours(1);
  EXPECT_TRUE(provider.check(rsa().token(claims())).grant);
  EXPECT_EQ(reads_, 2);
}

TEST_F(OidcTest, SaysThatItCannotKnowWithoutKeys) {
  set_.clear();
  Oidc provider = make();
  for (int i = 0; i < 3; ++i) EXPECT_THROW(provider.check(rsa().token(claims())), KeysUnreachable);
  EXPECT_EQ(reads_, 1);
  set_ = "<html>";
  watch_ += std::chrono::seconds(61);
  EXPECT_THROW(provider.check(rsa().token(claims())), KeysUnreachable);
  set_ = test::key_set({&rsa()});
  watch_ += std::chrono::seconds(61);
  EXPECT_TRUE(provider.check(rsa().token(claims())).grant);
}

TEST_F(OidcTest, WithoutAKeyIdThereMustBeOneKeyOfThatKind) {
  const Json header = {{"alg", "ES256"}};
  EXPECT_TRUE(make().check(curve().token(header, claims())).grant);
  set_ = test::key_set({&curve(), &stranger()});
  EXPECT_FALSE(make().check(curve().token(header, claims())).grant);
}

TEST_F(OidcTest, PassesOverKeysOfOtherKinds) {
  Json set = Json::parse(set_);
  Json encrypting = rsa().jwk();
  encrypting["use"] = "enc";
  encrypting["kid"] = "enc";
  set["keys"].insert(set["keys"].begin(), encrypting);
  set["keys"].push_back({{"kty", "OKP"}, {"kid", "ed"}, {"crv", "Ed25519"}, {"x", "AAAA"}});
  set["keys"].push_back(7);
  set_ = set.dump();
  EXPECT_EQ(problem(rsa().token(claims())), "");
  Json header = rsa().header();
  header["kid"] = "enc";
  EXPECT_NE(problem(rsa().token(header, claims())), "");
}

TEST_F(OidcTest, SurvivesAnythingThatIsNoToken) {
  for (const std::string& bad :
       {std::string(".."), std::string("a.b.c"), std::string("e30.e30."), std::string("e30.e30.e30"),
        std::string("W10.W10.W10"), "eyJhbGciOiJSUzI1NiJ9." + std::string(20000, 'A') + ".AA",
        std::string("eyJhbGciOiJSUzI1NiJ9.AA"), base64url(std::string(5000, '[')) + ".e30.e30"})
    EXPECT_NE(problem(bad), "") << bad.substr(0, 50);
}

}  // namespace
}  // namespace hone::service
