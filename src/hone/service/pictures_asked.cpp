// SPDX-License-Identifier: MIT
#include "hone/service/pictures_asked.hpp"

#include "hone/base/text.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {

charts::PictureOptions picture_options(const AskedPicture& asked, const Study& own, const ShowStudy& show) {
  charts::PictureOptions options{.parameters = asked.parameters,
                                 .objective = asked.objective,
                                 .view = asked.view,
                                 .now = storage::system_time(),
                                 .importance = asked.importance,
                                 .scatter = asked.scatter,
                                 .chosen = asked.chosen,
                                 .expected = asked.expected};
  for (const std::string& name : asked.with) {
    show(name, [&](const Study& other, const std::vector<Trial>& trials) {
      options.others.push_back(charts::compared_study(own, asked.objective, other, trials));
    });
  }
  return options;
}

charts::PictureInput picture_input(const Study& study, std::span<const Trial> drawable) {
  return {study, drawable, [&study] { return catalog::model_settings(study); }};
}

std::string compared_caption(const AskedPicture& asked) {
  return text("compared with ", join(asked.with, ", "));
}

}  // namespace hone::service
