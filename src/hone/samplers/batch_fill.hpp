// SPDX-License-Identifier: MIT
#pragma once

#include "hone/samplers/acquisition_factory.hpp"
#include "hone/samplers/posterior.hpp"
#include "hone/search/picker.hpp"
#include "hone/search/search_space.hpp"

namespace hone::samplers {

/// Picks the rest of a large batch for the price of one look at the model. Points are drawn around the best
/// trial, at scales from its neighbourhood to the whole space, and scored once by all scores of the factory;
/// each pick is the best of a few of them, by a score that is drawn anew. So good places get more picks than
/// poor ones, and none gets all. A pool or a small space is judged whole instead. Stops when nothing is left
/// that the picker may pick.
void fill_batch(const search::SearchSpace& space, const Posterior& posterior,
                const AcquisitionFactory& factory, search::Picker& picker);

/// The same for any scores, around the best trial `best`; `notes` are kept with the first pick.
void fill_batch(const search::SearchSpace& space, const acquisition::Acquisition& scores,
                const Configuration& best, search::Picker& picker, Notes notes = {});

}  // namespace hone::samplers
