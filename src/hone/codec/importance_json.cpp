// SPDX-License-Identifier: MIT
#include "hone/codec/importance_json.hpp"

#include "hone/codec/json_text.hpp"
#include "hone/codec/shape.hpp"

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

Node importance_shape() {
  const Node amount = shape::maybe(shape::number());  // what is not finite is null
  const Node one = shape::record({{"parameter", shape::text()},
                                  {"importance", amount},
                                  {"deviation", amount},
                                  {"trials", shape::integer(0)}});
  const Node pair = shape::record(
      {{"parameters", shape::list(shape::text())}, {"importance", amount}, {"deviation", amount}});
  return shape::object({{"method", shape::words({"fanova", "ped-anova"}), true},
                        {"objective", shape::text(), true},
                        {"trials", shape::integer(0), true},
                        {"left_out", shape::integer(0), true},
                        {"importances", shape::list(one), true},
                        {"pairs", shape::list(pair)},  // by fANOVA, like "explained"
                        {"explained", amount},
                        {"best", shape::integer(0)},  // by PED-ANOVA, like "compared"
                        {"compared", shape::integer(0)},
                        {"warning", shape::maybe(shape::text()), true}});
}

std::string importance_answer(const Importances& importances) { return json_line(to_json(importances)); }

}  // namespace hone::codec
