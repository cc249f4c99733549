// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hone/codec/json.hpp"
#include "hone/core/study.hpp"

// The answers to the requests of request.hpp, each one line of JSON without its end. docs/guide/stdio.md has
// them field by field.
namespace hone::codec {

/// {"error": {"code": "not_found", "message": "..."}}
std::string error_answer(std::string_view code, const std::string& message);
/// {"ok": true}
std::string ok_answer();
/// The same answer with the "id" of its request in front.
std::string with_id(std::string answer, const std::string& id);

/// {"ok": true, "study": "digits", "trials": 12}
/// With "warnings" when there are any.
std::string opened_answer(const std::string& study, std::int64_t trials,
                          const std::vector<std::string>& warnings = {});

/// {"trials": [{"number": 0, "params": {...}}]}, and "done": true when the sampler has nothing left and no
/// trial runs, "stopped": true when somebody stopped the study, or "running": 3 when so many run whose ends
/// may open a way. Written by hand: this is the hot path, and a tree of JSON would cost more than a simple
/// sampler does.
class AskedAnswer {
 public:
  void add(const Trial& trial);
  std::string text(bool done, std::int64_t running, bool stopped = false) const;

 private:
  std::string trials_;
};

/// {"prune": false}
std::string prune_answer(bool prune);
/// {"lost": [3]}
std::string lost_answer(std::span<const std::int64_t> numbers);

/// {"best": {...}}, null when no trial is complete.
std::string best_answer(const std::optional<Trial>& best, const Study& study);
/// {"front": [...]}
std::string front_answer(std::span<const Trial> front, const Study& study);
/// {"study": {...}, "counts": {...}, "best": ...}; "front" with several objectives.
Json show_json(const Study& study, const std::vector<Trial>& trials);

/// How many trials there are in all and in each state: {"total": 3, "waiting": 0, "running": 1, ...}.
Json counts_json(std::span<const Trial> trials);
/// The best trial, or null; with several objectives the list of the Pareto-optimal trials.
Json best_json(const Study& study, std::span<const Trial> trials);

}  // namespace hone::codec
