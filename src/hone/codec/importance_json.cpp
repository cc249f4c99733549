// SPDX-License-Identifier: MIT
#include "hone/codec/importance_json.hpp"

namespace hone::codec {

Json to_json(const Importances& importances) {
  Json list = Json::array();
  for (const ParameterImportance& one : importances.parameters) {
    list.push_back({{"parameter", one.parameter},
                    {"importance", one.importance},
                    {"deviation", one.deviation},
                    {"trials", one.trials}});
  }
  Json pairs = Json::array();
  for (const PairImportance& one : importances.pairs) {
    pairs.push_back({{"parameters", Json::array({one.first, one.second})},
                     {"importance", one.importance},
                     {"deviation", one.deviation}});
  }
  Json json = {{"method", to_text(importances.method)},
               {"objective", importances.objective.name},
               {"trials", importances.trials},
               {"left_out", importances.left_out},
               {"importances", list}};
  if (importances.method == ImportanceMethod::Fanova) {
    json["pairs"] = pairs;
    json["explained"] = importances.explained ? Json(*importances.explained) : Json(nullptr);
  } else {
    json["best"] = importances.best;
    json["compared"] = importances.compared;
  }
  const std::string warning = importance_warning(importances);
  json["warning"] = warning.empty() ? Json(nullptr) : Json(warning);
  return json;
}

std::string importance_answer(const Importances& importances) {
  return to_json(importances).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hone::codec
