// SPDX-License-Identifier: MIT
#include "hone/catalog/model_settings.hpp"

#include "hone/samplers/gp.hpp"
#include "hone/transfer/hebo_with_sources.hpp"

namespace hone::catalog {

analysis::StudyModel model_settings(const Study& study) {
  const std::string& own = study.sampler.name;
  const bool plain = own == "gp";
  const samplers::ModelOptions model =
      plain ? samplers::read_gp_options(study.sampler.options)
            : transfer::HeboWithSources::model_options(own == "hebo" ? study.sampler.options : Options{});
  return {.sampler = plain ? "gp" : "hebo",
          .leads = plain || own == "hebo" || own == "auto",  // auto lets hebo propose most of the time
          .fit = model.fit,
          .output = model.learning.output};
}

}  // namespace hone::catalog
