// SPDX-License-Identifier: MIT
#include "hone/layouts/design_make.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/layouts/allowed_design.hpp"

namespace hone::layouts {
namespace {

using designs::Design;

int require_runs(const DesignRequest& request) {
  if (request.runs) return *request.runs;
  throw RequestError("how many runs?", "say so with --runs 30");
}

bool is_constrained(const DesignRequest& request) {
  return request.space && !request.space->constraints().empty();
}

MadeDesign judged_design(LaidOut laid_out, const designs::SearchResult& found,
                         const designs::DesignSearchOptions& search) {
  const bool changed = laid_out.differs_from_levels();
  const double value =
      changed ? designs::criterion_value(laid_out.written_points(), search.criterion) : found.value;
  const bool unsearched = search.spent && found.tried == 0 && laid_out.design().levels() > 1 &&
                          laid_out.design().runs() - laid_out.existing() > 1;
  return {.laid_out = std::move(laid_out), .value = value, .searched = found.value, .unsearched = unsearched};
}

// New runs that satisfy the constraints of the space.
MadeDesign make_allowed(DesignColumns columns, const DesignFile& existing, int added,
                        std::optional<int> levels, const designs::DesignSearchOptions& search) {
  AllowedDesign made = augment_allowed(columns.encoding(), existing.points, added, levels, search);
  LaidOut laid_out(std::move(made.design), std::move(columns), existing);
  const double value = designs::criterion_value(laid_out.written_points(), search.criterion);
  return {.laid_out = std::move(laid_out),
          .value = value,
          .searched = made.value,
          .laid_out_runs = made.searched};
}

MadeDesign make_fresh(const DesignRequest& request, const designs::DesignSearchOptions& search) {
  if (request.columns)
    throw RequestError("--columns adds to an existing design", "name it with --augment FILE");
  if (!request.space && !request.factors)
    throw RequestError("how many factors?", "say so with --factors 5, or give --space FILE");
  DesignColumns columns = request.space ? DesignColumns(*request.space) : DesignColumns(*request.factors);
  if (request.factors && *request.factors != columns.factors())
    throw RequestError(text("the space takes ", columns.factors(), " factors, not ", *request.factors),
                       "leave --factors out");
  const int runs = require_runs(request);
  if (is_constrained(request)) {
    const DesignFile none{.names = columns.names(), .points = designs::DesignPoints(0, columns.factors())};
    return make_allowed(std::move(columns), none, runs, request.levels, search);
  }
  auto found = designs::uniform_design(runs, columns.factors(), request.levels.value_or(runs), search);
  return judged_design(LaidOut(found.design, std::move(columns)), found, search);
}

// The runs that the file alone has in all, or how many there will be.
int total_runs(const DesignRequest& request, const DesignFile& file) {
  const int existing = file.points.rows();
  if (!request.columns) {
    const int total = require_runs(request);
    if (total < existing)
      throw RequestError(text("the file alone has ", counted(existing, "run")),
                         "--runs counts them all, existing ones included");
    return total;
  }
  if (request.space)
    throw RequestError("--columns and --space do not go together", "a space has the columns it has");
  if (request.runs && *request.runs != existing)
    throw RequestError(text("the file has ", counted(existing, "run"), ", not ", *request.runs),
                       "--columns adds factors to them; leave --runs out");
  return existing;
}

struct LevelRange {
  int low, high;
};

LevelRange used_levels(const Design& design) {
  LevelRange range{design.levels(), 1};
  for (int i = 0; i < design.runs(); ++i) {
    for (const int level : design.row(i)) range = {std::min(range.low, level), std::max(range.high, level)};
  }
  return range;
}

// Whole numbers do not say how many levels there are. Nothing is guessed without a word: on the wrong levels
// the runs of the file would lie in one corner.
void say_how_read(const DesignRequest& request, const Design& file, int levels, std::ostream& notes) {
  const auto [low, high] = used_levels(file);
  const bool lower_half = 2 * high <= levels;
  if (request.levels ? !lower_half : high == levels && levels <= file.runs()) return;
  notes << *request.augment << ": read as level" << (low == high ? "" : text("s ", low, " to")) << " " << high
        << " of " << levels;
  if (lower_half) notes << ", so that its runs lie in the lower half";
  if (request.levels) {
    notes << "; without --levels a complete design is spread over the whole range\n";
  } else {
    notes << "; if it has another number of levels, say so with --levels\n";
  }
}

// Each of its levels comes as often as the others, but there are fewer levels than there will be runs.
bool is_complete_design(const Design& design, int total) {
  return design.levels() > 1 && design.levels() < total && design.balanced();
}

// The runs of the file on the levels of the design they become a part of. Drops file.levels when they are
// better understood as points.
Design existing_design(const DesignRequest& request, DesignFile& file, int total, std::ostream& notes) {
  if (!file.levels) return designs::snap(file.points, request.levels.value_or(total));
  const Design own = *file.levels;
  const bool complete = !request.levels && is_complete_design(own, total);
  if (complete && request.columns) return own;
  if (complete) {
    notes << *request.augment << ": read as a complete design of " << own.levels()
          << " levels, which become points from 0 to 1; --levels " << own.levels()
          << " keeps them as levels\n";
    file.levels.reset();
    return designs::snap(file.points, total);
  }
  const int levels = request.levels.value_or(std::max(total, own.levels()));
  say_how_read(request, own, levels, notes);
  std::vector<int> entries;
  for (int i = 0; i < own.runs(); ++i) entries.insert(entries.end(), own.row(i).begin(), own.row(i).end());
  return Design(own.runs(), own.factors(), levels, std::move(entries));
}

MadeDesign make_augmented(const DesignRequest& request, const designs::DesignSearchOptions& search,
                          std::ostream& notes) {
  DesignFile file = read_design(*request.augment, request.space ? &*request.space : nullptr, request.levels);
  const int total = total_runs(request, file), added = total - file.points.rows();
  if (!request.columns && request.factors && *request.factors != file.points.columns())
    throw RequestError(text("the file has ", file.points.columns(), " factors, not ", *request.factors),
                       "leave --factors out");
  if (is_constrained(request))
    return make_allowed(DesignColumns(*request.space), file, added, request.levels, search);
  const Design existing = existing_design(request, file, total, notes);
  if (request.columns) {
    const auto found = designs::augment_factors(existing, *request.columns, search);
    return judged_design(LaidOut(found.design, DesignColumns(file.names, *request.columns), file), found,
                         search);
  }
  DesignColumns columns = request.space ? DesignColumns(*request.space) : DesignColumns(file.names, 0);
  const auto found = designs::augment(existing, added, search);
  return judged_design(LaidOut(found.design, std::move(columns), file), found, search);
}

}  // namespace

MadeDesign make_design(const DesignRequest& request, const designs::DesignSearchOptions& search,
                       std::ostream& notes) {
  return request.augment ? make_augmented(request, search, notes) : make_fresh(request, search);
}

}  // namespace hone::layouts
