// SPDX-License-Identifier: MIT
#include <algorithm>

#include "hone/service/verb_lists.hpp"

namespace hone::service {

std::span<const Verb> verbs() {
  static const std::vector<Verb> kAll = [] {
    std::vector<Verb> all;
    for (const auto& list : {study_verbs(), trial_verbs(), look_verbs()})
      all.insert(all.end(), list.begin(), list.end());
    return all;
  }();
  return kAll;
}

const Verb* find_verb(std::string_view name) {
  const auto found =
      std::find_if(verbs().begin(), verbs().end(), [&](const Verb& verb) { return verb.name == name; });
  return found == verbs().end() ? nullptr : &*found;
}

}  // namespace hone::service
