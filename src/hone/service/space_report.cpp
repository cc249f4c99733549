// SPDX-License-Identifier: MIT
#include "hone/service/space_report.hpp"

#include "hone/codec/space_json.hpp"

namespace hone::service {

codec::Json space_report_json(const std::string& study, const Operations::Redefined& done) {
  codec::SpaceReport report{.study = study,
                            .version = done.version,
                            .adopted = done.adopted,
                            .new_space = done.change.new_space,
                            .trials = done.change.trials,
                            .outside = done.change.outside,
                            .left_out = done.change.left_out};
  for (const runner::FieldChange& change : done.change.changes)
    report.changes.push_back(codec::change_json(change.field, change.kind, change.what));
  return codec::to_json(report);
}

}  // namespace hone::service
