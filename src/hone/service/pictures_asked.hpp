// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hone/charts/pictures.hpp"

// From what a person asks of a picture to what charts/ makes it from: one way for the verb and the command.
namespace hone::service {

struct AskedPicture {
  std::vector<std::string> parameters = {};
  std::optional<std::string> objective = {};
  charts::ValueView view = {};
  charts::ScatterOptions scatter = {};
  std::vector<charts::AxisParts> chosen = {};  ///< of parallel
  ImportanceOptions importance = {};
  bool expected = false;               ///< of front
  std::vector<std::string> with = {};  ///< other studies to compare with, by name
};

/// Shows a study by its name, with all of its trials; throws where there is none.
using ShowStudy = std::function<void(
    const std::string& name, const std::function<void(const Study&, const std::vector<Trial>&)>& look)>;

/// Running trials end now.
charts::PictureOptions picture_options(const AskedPicture& asked, const Study& own, const ShowStudy& show);

/// With the model that the study's sampler would make. Both must outlive it.
charts::PictureInput picture_input(const Study& study, std::span<const Trial> drawable);

/// Of a picture with other studies in it.
std::string compared_caption(const AskedPicture& asked);

}  // namespace hone::service
