// SPDX-License-Identifier: MIT
#include "hone/meta/auto_rule.hpp"

#include "hone/base/text.hpp"

namespace hone::meta {
namespace {

// All of the plan is handed out before a result can steer it: at once, or to as many workers. The latter may
// ask one by one, and some end before others have begun; the sequence goes on for those.
bool is_one_shot(const Situation& now) {
  if (!now.planned || now.finished + now.running >= *now.planned) return false;
  const bool at_once = now.finished == 0 && now.running + now.asked >= *now.planned;
  return at_once || now.parallel >= *now.planned;
}

std::string studies_match(std::int64_t count) {
  return count == 1 ? "an earlier study matches" : text(count, " earlier studies match");
}

}  // namespace

// The first line that holds decides.
Verdict judge(const Situation& now) {
  if (now.finished >= kModelTrials)
    return {"tpe", text("after ", kModelTrials, " trials a proposal should cost milliseconds")};
  // A sampler that is trained on many sources beforehand would stand here, for when there are many.
  if (now.sources > 0) return {"hebo", studies_match(now.sources)};
  if (is_one_shot(now)) {
    return {"sobol", text("all ", *now.planned, " trials are under way before one can tell anything")};
  }
  return {"hebo", "a model of the trials finds the most in few of them"};
}

}  // namespace hone::meta
