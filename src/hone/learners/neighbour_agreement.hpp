// SPDX-License-Identifier: MIT
#pragma once

#include "hone/learners/labels.hpp"
#include "hone/model/dataset.hpp"

namespace hone::learners {

/// Whether the good rows that count most lie where other good rows are. Of each good row the share of good
/// ones among its five nearest neighbours is taken; the answer is the mean of these shares by what the rows
/// count as good, less their plain mean, so between -1 and 1.
///
/// Around a minimum the best values have the best neighbours, and it is above 0. Where noise grows with the
/// value, the lowest values are luck in a poor place: what counts most has poor neighbours, it is below 0,
/// and weights by improvement mislead. 0 when no row is good, or all good ones count the same.
///
/// Of many rows 256, spread evenly over their order, are looked at.
double neighbour_agreement(const model::Columns& columns, const model::Points& points, const Labels& labels);

}  // namespace hone::learners
