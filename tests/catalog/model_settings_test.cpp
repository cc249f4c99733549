// SPDX-License-Identifier: MIT
#include "hone/catalog/model_settings.hpp"

#include <gtest/gtest.h>

namespace hone::catalog {
namespace {

Study study_by(const std::string& sampler, Options options = {}) {
  return {.space = Space({real("x", 0, 1)}), .sampler = {sampler, std::move(options)}};
}

TEST(ModelSettings, AreThoseOfTheStudysOwnSamplerWhenAProcessLeadsIt) {
  const auto gp = model_settings(study_by("gp", {{"fit.iterations", {std::int64_t{7}}}}));
  EXPECT_EQ(gp.sampler, "gp");
  EXPECT_TRUE(gp.leads);
  EXPECT_EQ(gp.fit.iterations, 7);
  const auto other = model_settings(study_by("random"));
  EXPECT_EQ(other.sampler, "hebo");
  EXPECT_FALSE(other.leads);
}

// Options about sources are no reason to refuse a diagnosis.
TEST(ModelSettings, PassOverWhatHeboDoesWithSources) {
  const auto hebo =
      model_settings(study_by("hebo", {{"transfer.drop", {"never"}}, {"fit.iterations", {std::int64_t{9}}}}));
  EXPECT_TRUE(hebo.leads);
  EXPECT_EQ(hebo.fit.iterations, 9);
}

}  // namespace
}  // namespace hone::catalog
