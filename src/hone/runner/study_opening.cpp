// SPDX-License-Identifier: MIT
#include "hone/runner/study_opening.hpp"

#include <algorithm>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

void list_difference(std::vector<std::string>& parts, const std::vector<Parameter>& from,
                     const std::vector<Parameter>& to) {
  const auto find = [](const std::vector<Parameter>& list, const std::string& name) {
    return std::find_if(list.begin(), list.end(), [&](const Parameter& p) { return p.name == name; });
  };
  for (const Parameter& parameter : to) {
    const auto old = find(from, parameter.name);
    if (old == from.end()) {
      parts.push_back("parameter '" + parameter.name + "' is new");
    } else if (!(*old == parameter)) {
      parts.push_back("parameter '" + parameter.name + "' changed");
    }
  }
  for (const Parameter& parameter : from) {
    if (find(to, parameter.name) == to.end()) parts.push_back("parameter '" + parameter.name + "' is gone");
  }
}

// Nothing when the name is taken, perhaps since a moment ago.
std::optional<storage::StudyId> try_create(storage::Storage& storage, const Study& study) {
  try {
    return storage.create_study(study);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::AlreadyExists) throw;
    return std::nullopt;
  }
}

void bring_up_to_date(storage::Storage& storage, storage::StudyId id, const Study& study) {
  const Study stored = storage.study(id);
  if (stored == study) return;
  const std::string changes = difference(stored, study);
  if (!changes.empty()) {
    throw Error(
        ErrorCode::AlreadyExists,
        text("the study '", study.name, "' is in the store with another search space: ", changes),
        "its trials would not fit; give the study another 'name', or remove the old one with 'hone delete " +
            study.name + "'");
  }
  storage.update_study(id, study);
}

}  // namespace

std::optional<StoredStudy> find_study(storage::Storage& storage, const std::string& name) {
  const auto id = storage.find_study(name);
  if (!id) return std::nullopt;
  return stored_study(storage, *id);
}

StoredStudy stored_study(storage::Storage& storage, storage::StudyId id) { return {id, storage.study(id)}; }

StoredStudy open_or_create(storage::Storage& storage, const Study& study) {
  std::optional<storage::StudyId> id = storage.find_study(study.name);
  bool created = false;
  if (!id) {
    id = try_create(storage, study);
    created = id.has_value();
  }
  if (!id) id = storage.find_study(study.name);  // another process was faster
  if (!id) {
    throw Error(ErrorCode::Conflict, text("the study '", study.name, "' was deleted while it was opened"),
                "try again");
  }
  if (!created) bring_up_to_date(storage, *id, study);
  return {*id, study, created};
}

std::string difference(const Study& stored, const Study& given) {
  std::vector<std::string> parts;
  list_difference(parts, stored.space.parameters(), given.space.parameters());
  if (!(stored.space.constraints() == given.space.constraints())) parts.push_back("the constraints changed");
  if (!(stored.space.candidates() == given.space.candidates())) parts.push_back("the candidates changed");
  if (stored.objectives != given.objectives) parts.push_back("the objective changed");
  if (parts.empty() && !(stored.space == given.space)) parts.push_back("the order of the parameters changed");
  if (parts.size() > 4) {
    const std::size_t more = parts.size() - 3;
    parts.resize(3);
    parts.push_back(text("and ", more, " more"));
  }
  return join(parts, ", ");
}

}  // namespace hone::runner
