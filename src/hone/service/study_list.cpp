// SPDX-License-Identifier: MIT
#include "hone/service/study_list.hpp"

#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/entries.hpp"

namespace hone::service {

// The mark of the store is asked for first: what changes after that comes with the next look.
std::shared_ptr<const StudyList::Marks> StudyList::studies() {
  storage::Storage& store = store_();
  const std::lock_guard guard(mutex_);
  std::optional<std::string> seen = store.mark();
  if (seen && seen == seen_) return studies_;
  Marks now = store.marks();
  if (!seen) {  // nor does it tell of single studies: what is said of them has to
    fill(store, now);
    for (storage::StudyMark& study : now) study.mark = entries_[study.id].line;
  }
  seen_ = std::move(seen);
  if (now == *studies_) return studies_;
  studies_ = std::make_shared<const Marks>(std::move(now));
  std::erase_if(entries_, [&](const auto& entry) {
    return !std::binary_search(studies_->begin(), studies_->end(), storage::StudyMark{entry.first, "", ""},
                               [](const auto& a, const auto& b) { return a.id < b.id; });
  });
  return studies_;
}

std::vector<std::string> StudyList::entries(std::span<const storage::StudyMark> studies) {
  storage::Storage& store = store_();
  const std::lock_guard guard(mutex_);
  fill(store, studies);
  std::vector<std::string> lines;
  for (const storage::StudyMark& study : studies)
    if (const auto found = entries_.find(study.id); found != entries_.end())
      lines.push_back(found->second.line);
  return lines;
}

// Expects that mutex_ is held.
void StudyList::fill(storage::Storage& store, std::span<const storage::StudyMark> wanted) {
  std::vector<storage::StudyId> missing;
  std::map<storage::StudyId, std::string> marks;
  for (const storage::StudyMark& study : wanted) {
    const auto found = entries_.find(study.id);
    if (found != entries_.end() && !study.mark.empty() && found->second.mark == study.mark) continue;
    missing.push_back(study.id);
    marks[study.id] = study.mark;
    entries_.erase(study.id);
  }
  if (missing.empty()) return;
  for (const storage::StudySummary& summary : store.summaries(missing)) {
    try {
      entries_[summary.id] = {marks[summary.id], new_line(store, summary)};
    } catch (const Error& error) {
      if (error.code() != ErrorCode::NotFound) throw;  // it was deleted meanwhile
      entries_.erase(summary.id);
    }
  }
}

std::string StudyList::new_line(storage::Storage& store, const storage::StudySummary& summary) const {
  return codec::json_line(study_entry_json(summary, store));
}

}  // namespace hone::service
