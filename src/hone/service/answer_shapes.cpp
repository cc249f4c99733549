// SPDX-License-Identifier: MIT
#include "hone/service/answer_shapes.hpp"

#include "hone/catalog/pruners.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/codec/json_schema.hpp"
#include "hone/codec/method_json.hpp"
#include "hone/codec/space_json.hpp"
#include "hone/codec/trial_shape.hpp"
#include "hone/service/entries.hpp"

namespace hone::service::answers {

using codec::Node;
namespace shape = codec::shape;

std::vector<shape::Member> shared() {
  return {{"Study", study()},
          {"Trial", codec::trial_shape()},
          {"BriefTrial", brief_trial_shape()},
          {"StudyEntry", study_entry_shape()},
          {"Method", codec::method_info_shape()},
          {"Chart", charts::chart_shape()}};
}

Node study() {
  const std::vector<MethodInfo> samplers(catalog::samplers().begin(), catalog::samplers().end());
  const std::vector<MethodInfo> pruners(catalog::pruners().begin(), catalog::pruners().end());
  return codec::study_json_schema(samplers, pruners);
}

Node ok(bool) { return shape::record({{"ok", shape::flag()}}); }

Node trials(bool) { return shape::record({{"trials", shape::list(shape::reference("Trial"))}}); }

Node trial(bool) { return shape::reference("Trial"); }

Node space_report(bool) { return codec::space_report_shape(); }

}  // namespace hone::service::answers
