// SPDX-License-Identifier: MIT
// Pictures of a study as data (charts/pictures.hpp has the registry).
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/charts/study_charts.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/service/answer_shapes.hpp"
#include "hone/service/pictures_asked.hpp"
#include "hone/service/verb_lists.hpp"

namespace hone::service {
namespace {

using codec::Json;
using codec::MapForm;
namespace shape = codec::shape;

constexpr std::size_t kLongestWord = 1000;
constexpr std::size_t kMostWords = 1000;
constexpr std::size_t kLongestChoice = 20000;
constexpr std::int64_t kUsualPoints = 5000;

codec::Node charts_shape(bool) { return shape::record({{"charts", shape::list(shape::text())}}); }

codec::Node chart_response(bool) {
  return shape::object({{"title", shape::text(), true},
                        {"charts", shape::list(shape::reference("Chart")), true},
                        {"svg", shape::text()},
                        {"choices", shape::list(shape::text())}});
}

VerbAnswer run_charts(const VerbCall& call) {
  read_fields<NoFields>(call);
  return {codec::json_line({{"charts", charts::picture_names(*call.operations.definition(call.study))}})};
}

enum class ValueRange { Usual, All };

struct ChartForm {
  std::string chart = {};
  AskedPicture asked = {};
  ValueRange range = ValueRange::Usual;
  std::string chosen = {};
  std::string objective = {};
  std::int64_t most = kUsualPoints;
  bool svg = false;

  void declare(MapForm& map) {
    map.text("chart", chart, kLongestWord, "which: one of those that `charts` names");
    map.words("parameters", asked.parameters, kMostWords, "those of slices, parallel, contour and rank",
              kLongestWord);
    map.text("objective", objective, kLongestWord, "by name; the first when left out");
    map.flag("log", asked.view.log, "logarithmic values, when all are positive");
    map.word("range", range, {"usual", "all"},
             "of values: usual ends the axis before the far worst, which are arrows there; all reaches to "
             "the furthest");
    map.text("x", asked.scatter.x, kLongestWord,
             "of scatter: one of its choices; what tells most when left out");
    map.text("y", asked.scatter.y, kLongestWord,
             "of scatter: one of its choices; the objective when left out");
    map.text("colour", asked.scatter.colour, kLongestWord, "of scatter: one of its choices, or none");
    map.text("size", asked.scatter.size, kLongestWord, "of scatter: one of its choices; none when left out");
    map.text("chosen", chosen, kLongestChoice,
             "of parallel: parts of axes, as AXIS:FROM..TO,FROM..TO;AXIS:..., names percent-encoded; only "
             "trials that pass through all");
    map.integer("most", most, 2, 1'000'000, "points of a series; of more an even share is sent");
    map.words("with", asked.with, kMostWords, "of edf and attainment: other studies to compare with",
              kLongestWord);
    map.flag("expected", asked.expected,
             "of front: where values are noisy, also what the model expects of them, with 95 % intervals");
    map.flag("svg", svg, "also drawn, as the text of an SVG file");
    map.word("method", asked.importance.method, {"fanova", "ped-anova"}, "of importance");
    map.flag("pairs", asked.importance.pairs, "of importance: also what two parameters do together");
  }
};

std::string chart_text(const VerbCall& call, ChartForm form) {
  if (!form.objective.empty()) form.asked.objective = form.objective;
  form.asked.view.all = form.range == ValueRange::All;
  form.asked.chosen = charts::parse_axis_parts(form.chosen);
  std::string answer;
  call.operations.look(call.study, [&](const Study& study, const std::vector<Trial>& all) {
    const auto show = [&](const std::string& name, const auto& look) {
      if (!call.grant.covers(name))
        throw Error(ErrorCode::Forbidden, text("'", name, "' is not one of the token's studies"),
                    "leave it out");
      call.operations.look(name, look);
    };
    const charts::PictureOptions options = picture_options(form.asked, study, show);
    const std::vector<Trial> trials = charts::drawable(all);
    std::vector<plot::Chart> made = charts::picture(form.chart, picture_input(study, trials), options);
    const std::string title = charts::study_caption(study, trials);
    Json fields = {{"title", title},
                   {"charts", charts::charts_json(made, static_cast<std::size_t>(form.most))}};
    if (form.chart == "scatter") fields["choices"] = charts::scatter_choices(study, trials);
    if (form.svg)
      fields["svg"] = charts::picture_svg(
          study, form.asked.with.empty() ? title : compared_caption(form.asked), std::move(made));
    answer = codec::json_line(fields);
  });
  return answer;
}

VerbAnswer run_chart(const VerbCall& call) {
  const auto form = read_fields<ChartForm>(call);
  // What runs grows with the time; other studies change too, and not everybody may see them.
  if (form.chart == "timeline" || !form.asked.with.empty()) return {chart_text(call, form)};
  return {call.operations.remembered(call.study, "chart " + codec::json_text(call.fields),
                                     [&] { return chart_text(call, form); })};
}

}  // namespace

std::vector<Verb> chart_verbs() {
  return {
      verb("charts", {"GET", "/v1/studies/{study}/charts", "listCharts"}, Role::Read, Effect::Looks,
           "Pictures that there are", fields_of<NoFields>, charts_shape, run_charts),
      verb("chart", {"GET", "/v1/studies/{study}/charts/{chart}", "getChart"}, Role::Read, Effect::Looks,
           "A picture as data", fields_of<ChartForm>, chart_response, run_chart)
          .heavy(),
  };
}

}  // namespace hone::service
