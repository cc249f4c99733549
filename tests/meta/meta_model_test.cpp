// SPDX-License-Identifier: MIT
#include "hone/meta/meta_model.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/meta/space_signature.hpp"
#include "meta/basins.hpp"

namespace hone::meta {
namespace {

MetaModel small_model() {
  Rng rng(3);
  return {space_signature(test::plane()),
          Network({.inputs = 6, .width = 5, .blocks = 1, .features = 4}, rng),
          {.tasks = 7,
           .trials = 140,
           .epochs = 12,
           .best_epoch = 9,
           .validation = 0.75,
           .log_loss = 0.5,
           .utility = learners::Utility::Probability}};
}

std::string refusal_of(const std::string& bytes) {
  try {
    model_from_bytes(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidFile);
    return error.what();
  }
  return "";
}

TEST(MetaModel, ComesBackAsItWas) {
  const MetaModel model = small_model();
  const MetaModel back = model_from_bytes(to_bytes(model));
  EXPECT_EQ(back.signature, model.signature);
  EXPECT_EQ(back.network.shape(), model.network.shape());
  EXPECT_EQ(back.network.parameters(), model.network.parameters());
  EXPECT_EQ(back.report.tasks, 7);
  EXPECT_EQ(back.report.trials, 140);
  EXPECT_EQ(back.report.epochs, 12);
  EXPECT_EQ(back.report.best_epoch, 9);
  EXPECT_EQ(back.report.validation, 0.75);
  EXPECT_EQ(back.report.log_loss, 0.5);
  EXPECT_EQ(back.report.utility, learners::Utility::Probability);
}

// Version 1 did not say what good trials counted: by their improvement, unless somebody had asked for more.
TEST(MetaModel, OfTheFirstVersionIsRead) {
  std::string bytes = to_bytes(small_model());
  bytes.replace(bytes.find(" 2\n"), 3, " 1\n");
  bytes.erase(bytes.find("weights pi\n"), 11);
  const MetaModel back = model_from_bytes(bytes);
  EXPECT_EQ(back.network.parameters(), small_model().network.parameters());
  EXPECT_EQ(back.report.utility, learners::Utility::CappedImprovement);
}

TEST(MetaModel, RefusesWhatIsNoneAndSaysWhy) {
  const std::string bytes = to_bytes(small_model());
  EXPECT_NE(refusal_of("").find("does not begin"), std::string::npos);
  EXPECT_NE(refusal_of("hello").find("does not begin"), std::string::npos);
  EXPECT_NE(refusal_of(bytes.substr(0, 40)).find("middle of its description"), std::string::npos);
  EXPECT_NE(refusal_of(bytes.substr(0, bytes.size() - 1)).find("more or fewer numbers"), std::string::npos);
  EXPECT_NE(refusal_of(bytes + "x").find("more or fewer numbers"), std::string::npos);
  std::string newer = bytes;
  newer.replace(newer.find(" 2\n"), 3, " 3\n");
  EXPECT_NE(refusal_of(newer).find("version 3"), std::string::npos);
  std::string odd = bytes;
  odd.replace(odd.find("weights pi"), 10, "weights pa");
  EXPECT_NE(refusal_of(odd).find("capped, ei or pi"), std::string::npos);
  std::string spoilt = bytes;
  spoilt.replace(spoilt.size() - 4, 4, std::string("\x00\x00\xc0\x7f", 4));
  EXPECT_NE(refusal_of(spoilt).find("not finite"), std::string::npos);
}

TEST(MetaModel, SurvivesForgedSizes) {
  const std::string bytes = to_bytes(small_model());
  const std::string sizes = "network 6 5 1 4";
  for (const char* forged : {"network 100000000 5 1 4", "network 6 1e300 1 4", "network 6 5 -1 4",
                             "network 6 5 1", "network 6 5 1 4 4", "network nan 5 1 4", "network 0 5 1 4",
                             "network 6 5 1 x", "network 9999 9999 9999 9999"}) {
    std::string changed = bytes;
    changed.replace(changed.find(sizes), sizes.size(), forged);
    EXPECT_NE(refusal_of(changed), "") << forged;
  }
  std::string lines = bytes;
  lines.replace(lines.find("parameters 4"), 12, "parameters 99999999999");
  EXPECT_NE(refusal_of(lines), "");
}

TEST(MetaModel, NoChangedByteDoesHarm) {
  const std::string bytes = to_bytes(small_model());
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes;
    changed[rng.below(400)] = static_cast<char>(rng.below(256));
    refusal_of(changed);  // refused or read, no more
  }
}

TEST(SpaceSignature, TellsWhatDiffers) {
  const auto line = [](Parameter parameter) { return space_signature(Space({std::move(parameter)})).at(0); };
  EXPECT_EQ(line(real("lr", 1e-5, 0.1, Scale::Log)), "lr: float 1e-05 to 0.1 log");
  EXPECT_EQ(line(integer("n", 1, 9)), "n: int 1 to 9 linear");
  EXPECT_EQ(line(ordinal("s", {Value(std::int64_t{1}), Value(std::int64_t{4})})), "s: ordinal [1, 4]");
  const auto plane = space_signature(test::plane());
  EXPECT_EQ(plane.at(3), "extra: float 0 to 1 linear when kind in [b]");
  EXPECT_EQ(signature_difference(plane, plane), "");
  auto other = plane;
  other[0] = "x: float -2 to 3 linear";
  EXPECT_EQ(signature_difference(plane, other),
            "'x: float -2 to 3 linear' is new, 'x: float -2 to 2 linear' is missing");
  other = plane;
  other[0].swap(other[1]);
  EXPECT_EQ(signature_difference(plane, other), "the parameters stand in another order");
  // What never varies does not matter.
  EXPECT_EQ(space_signature(Space({real("x", 0, 1), constant("c", Value("k"))})).size(), 1U);
}

}  // namespace
}  // namespace hone::meta
