// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "hone/designs/uniform_design.hpp"
#include "hone/layouts/design_table.hpp"

namespace hone::layouts {

/// A request that does not say enough, or contradicts itself or the file. `what` says how, `hint` what to say
/// instead, in the options of `hone design`.
class RequestError : public std::runtime_error {
 public:
  RequestError(const std::string& what, std::string hint)
      : std::runtime_error(what), hint_(std::move(hint)) {}
  const std::string& hint() const noexcept { return hint_; }

 private:
  std::string hint_;
};

/// What is to be laid out: a new design, or one that a file is a part of.
struct DesignRequest {
  std::optional<int> runs = {}, factors = {}, levels = {};
  std::optional<int> columns = {};          ///< to add instead of runs
  std::optional<std::string> augment = {};  ///< the file to add to
  std::optional<Space> space = {};
};

struct MadeDesign {
  LaidOut laid_out;
  double value = 0.0;       ///< of the criterion, of the points that the written table stands for
  double searched = 0.0;    ///< of the criterion, as the search saw it: on levels, forbidden runs included
  int laid_out_runs = 0;    ///< of which constraints leave only some; 0 when they are all there
  bool unsearched = false;  ///< the given time did not suffice to try one exchange
};

/// Throws RequestError when the request does not say enough or contradicts itself or the file. Says on
/// `notes` how the levels of the file are understood where that is not certain.
MadeDesign make_design(const DesignRequest& request, const designs::DesignSearchOptions& search,
                       std::ostream& notes);

}  // namespace hone::layouts
