// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hone/codec/map_form.hpp"
#include "hone/codec/shape.hpp"

// What several verbs answer, as JSON Schema. What one verb alone answers is declared beside it, and the shape
// of what has a writer of its own (a diagnosis, a chart) beside that. Objects have the members that are
// declared and no others: tests/server/surfaces_test.cpp holds every answer to that.
namespace hone::service::answers {

/// Shapes that many answers hold, by the name under which references find them: "Study", "Trial",
/// "BriefTrial", "StudyEntry", "Method", "Chart".
std::vector<codec::shape::Member> shared();
/// The schema of study files, with the samplers and pruners that there are.
codec::Node study();

/// {"ok": true}
codec::Node ok(bool far);
/// {"trials": [TRIAL, ...]}
codec::Node trials(bool far);
codec::Node trial(bool far);
/// What a change of a definition did: codec::SpaceReport.
codec::Node space_report(bool far);

/// The answer that a form writes, which has all its members always.
template <class Form>
codec::Node of(bool) {
  std::vector<codec::shape::Member> members = codec::declared_by<Form>().members();
  for (codec::shape::Member& member : members)
    std::erase_if(std::get<codec::Node::Map>(member.shape.content),
                  [](const codec::Node::Member& word) { return word.key == "default"; });
  return codec::shape::record(std::move(members));
}

}  // namespace hone::service::answers
