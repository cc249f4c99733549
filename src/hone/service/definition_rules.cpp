// SPDX-License-Identifier: MIT
#include "hone/service/definition_rules.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/meta/meta_model.hpp"

namespace hone::service {
namespace {

void require_local_sources(const Study& study) {
  for (const Source& source : study.sources) {
    const auto* one = std::get_if<StudySource>(&source);
    const auto* several = std::get_if<StudiesSource>(&source);
    const bool elsewhere = (one != nullptr && !one->store.empty()) ||
                           (several != nullptr && !several->store.empty()) ||
                           std::holds_alternative<TableSource>(source);
    if (!elsewhere) continue;
    throw Error(ErrorCode::InvalidArgument,
                text("the source '", to_text(source), "' is outside the service's store"),
                "name studies of the service, or write the rows out")
        .within("request.sources");
  }
}

Study study_in(const codec::Node& fields) {
  const codec::Field given(fields, codec::request_origin());
  if (const auto text = given.find("text"); text && fields.map()->size() == 1)
    return codec::parse_foreign_study(text->text(), "text");
  return codec::study_from(fields, "request");
}

/// A sampler that does not exist is a mistake in the body, not a path that leads nowhere.
[[noreturn]] void throw_as_mistake(const Error& error) {
  if (error.code() != ErrorCode::NotFound) throw error;
  const std::string message = error.what();
  const std::size_t end = message.find("; ");
  throw Error(ErrorCode::InvalidOption, message.substr(0, end),
              end == std::string::npos ? "correct the request" : message.substr(end + 2));
}

/// A pattern would match whatever is made later, so it is refused.
void require_covered_sources(const VerbCall& call, const Study& study, const Study* before) {
  for (const Source& source : study.sources) {
    if (before != nullptr && std::ranges::find(before->sources, source) != before->sources.end()) continue;
    const auto* one = std::get_if<StudySource>(&source);
    const bool several = std::holds_alternative<StudiesSource>(source);
    if (several || (one != nullptr && !call.grant.covers(one->name)))
      throw Error(ErrorCode::Forbidden,
                  text("this token is for studies like '", call.grant.studies, "', and the source '",
                       to_text(source), several ? "' may match others" : "' is not one of them"),
                  several ? "name the studies one by one" : "leave it out");
    // Looked for here, as elsewhere the names of others would be suggested.
    if (one != nullptr && !call.operations.has(one->name))
      throw Error(ErrorCode::InvalidArgument, text("there is no study '", one->name, "'"),
                  "GET /v1/studies lists them")
          .within("request.sources");
  }
}

/// "" when it names none.
std::string model_of(const Study& study) {
  const auto found = study.sampler.options.find("model");
  if (found == study.sampler.options.end() || found->second.empty()) return "";
  const auto* name = std::get_if<std::string>(&found->second.front());
  return name == nullptr ? "" : *name;
}

/// Nor may it learn by a model that was made from other studies, whose refusal of another space would tell
/// their parameters. One whose sources nobody knows may have any.
void require_covered_model(const VerbCall& call, const Study& study, const Study* before) {
  const std::string model = model_of(study);
  if (model.empty() || (before != nullptr && model == model_of(*before))) return;
  for (const ArtefactInfo& info : call.operations.store().artefacts(meta::kModelKind)) {
    if (info.name != model.substr(0, model.find('@'))) continue;
    const bool covered =
        !info.sources.empty() && std::all_of(info.sources.begin(), info.sources.end(),
                                             [&](const auto& one) { return call.grant.covers(one.study); });
    if (!covered)
      throw Error(ErrorCode::Forbidden,
                  text("this token is for studies like '", call.grant.studies, "', and the model '", model,
                       "' was not learned from these alone"),
                  "name another, or leave it out");
  }
}

}  // namespace

Study definition_in(const VerbCall& call, const codec::Node& fields) {
  if (!call.far) return codec::study_from(fields, "request");
  try {
    Study study = study_in(fields);
    require_local_sources(study);
    catalog::check_parts(study);
    return study;
  } catch (const Error& error) {
    throw_as_mistake(error);
  }
}

void require_covered_lessons(const VerbCall& call, const Study& study, const Study* before) {
  if (call.grant.studies == "*") return;
  require_covered_sources(call, study, before);
  require_covered_model(call, study, before);
}

}  // namespace hone::service
