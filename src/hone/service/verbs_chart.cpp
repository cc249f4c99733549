// SPDX-License-Identifier: MIT
// Pictures of a study as data (charts/pictures.hpp has the registry).
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/model_settings.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/charts/pictures.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;

constexpr std::size_t kLongestWord = 1000;
constexpr std::size_t kMostWords = 1000;
constexpr std::int64_t kUsualPoints = 5000;

VerbAnswer run_charts(const VerbCall& call) {
  read_fields<NoFields>(call);
  return {codec::json_line({{"charts", charts::picture_names(*call.operations.definition(call.study))}})};
}

struct ChartForm {
  std::string chart = {};
  charts::PictureOptions options = {};
  std::string objective = {};
  std::int64_t most = kUsualPoints;
  std::vector<std::string> with = {};

  void declare(MapForm& map) {
    map.text("chart", chart, kLongestWord, "which: one of those that `charts` names");
    map.words("parameters", options.parameters, kMostWords, "those of slices, parallel and contour",
              kLongestWord);
    map.text("objective", objective, kLongestWord, "by name; the first when left out");
    map.flag("log", options.log, "logarithmic values, when all are positive");
    map.integer("most", most, 2, 1'000'000, "points of a series; of more an even share is sent");
    map.words("with", with, kMostWords, "of edf: other studies to compare with", kLongestWord);
    map.word("method", options.importance.method, {"fanova", "ped-anova"}, "of importance");
    map.flag("pairs", options.importance.pairs, "of importance: also what two parameters do together");
  }
};

std::string chart_text(const VerbCall& call, ChartForm form) {
  if (!form.objective.empty()) form.options.objective = form.objective;
  form.options.now = storage::system_time();
  std::string answer;
  call.operations.look(call.study, [&](const Study& study, const std::vector<Trial>& all) {
    for (const std::string& name : form.with) {
      if (!call.grant.covers(name))
        throw Error(ErrorCode::Forbidden, text("'", name, "' is not one of the token's studies"),
                    "leave it out");
      call.operations.look(name, [&](const Study& other, const std::vector<Trial>& others) {
        form.options.others.push_back(charts::compared_study(study, form.options.objective, other, others));
      });
    }
    const std::vector<Trial> trials = charts::drawable(all);
    const std::vector<plot::Chart> made = charts::picture(
        form.chart, {study, trials, [&] { return catalog::model_settings(study); }}, form.options);
    answer = codec::json_line({{"title", charts::study_caption(study, trials)},
                               {"charts", charts::charts_json(made, static_cast<std::size_t>(form.most))}});
  });
  return answer;
}

VerbAnswer run_chart(const VerbCall& call) {
  const auto form = read_fields<ChartForm>(call);
  // What runs grows with the time; other studies change too, and not everybody may see them.
  if (form.chart == "timeline" || !form.with.empty()) return {chart_text(call, form)};
  return {call.operations.remembered(call.study, "chart " + codec::json_text(call.fields),
                                     [&] { return chart_text(call, form); })};
}

}  // namespace

std::vector<Verb> chart_verbs() {
  return {
      {"charts",
       {"GET", "/v1/studies/{study}/charts", "listCharts"},
       Role::Read,
       Effect::Looks,
       "Pictures that there are",
       fields_of<NoFields>,
       run_charts},
      {"chart",
       {"GET", "/v1/studies/{study}/charts/{chart}", "getChart"},
       Role::Read,
       Effect::Looks,
       "A picture as data",
       fields_of<ChartForm>,
       run_chart},
  };
}

}  // namespace hone::service
