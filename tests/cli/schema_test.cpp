// SPDX-License-Identifier: MIT
// `hone schema` against the reader of study files: what one takes the other takes, and what is wrong in a way
// that a schema can express is refused by both.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli_fixture.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/codec/files.hpp"
#include "hone/codec/json_reader.hpp"
#include "hone/codec/study_file.hpp"
#include "hone/codec/yaml_reader.hpp"
#include "support/data.hpp"
#include "support/json_schema.hpp"
#include "support/throws.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using PlainJson = nlohmann::json;

PlainJson as_json(const std::string& text, const std::string& file = "study.yaml") {
  const bool json = file.ends_with(".json");
  const std::string_view content = codec::checked_text(text, file);
  return PlainJson::parse(
      codec::json_text(json ? codec::read_json(content, file) : codec::read_yaml(content, file)));
}

/// The blocks of a page between ```yaml and ```.
std::vector<std::string> yaml_blocks(const std::string& page) {
  std::vector<std::string> blocks;
  const std::string open = "```yaml\n";
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
    at += open.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

class Schema : public test::CliTest {
 protected:
  PlainJson schema() { return PlainJson::parse(output({"schema"})); }
  std::string problem(const std::string& study, const std::string& file = "study.yaml") {
    return hone::test::JsonSchema(schema()).problem(as_json(study, file));
  }
  static fs::path project() { return hone::test::data(".."); }
};

TEST_F(Schema, SaysWhichDraftItIs) {
  EXPECT_EQ(schema()["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

TEST_F(Schema, TakesTheExamplesAndThePages) {
  EXPECT_EQ(problem(read(project() / "examples/penguins/study.yaml")), "");
  output({"init"});
  EXPECT_EQ(problem(read("study.yaml")), "");
  int blocks = 0;
  for (const char* page : {"README.md", "docs/guide/study-file.md"}) {
    for (const std::string& block : yaml_blocks(read(project() / page))) {
      EXPECT_EQ(problem(block), "") << page;
      ++blocks;
    }
  }
  EXPECT_GE(blocks, 3);
}

// Every way of writing every field, which the reader takes too.
constexpr const char* kGood[] = {
    R"y({parameters: {x: 5, y: [a, 2, true], z: {type: bool, unit: s, description: d, when: {y: a}}}})y",
    R"y({name: n, description: d, objective: maximize, parameters: {
        r: {type: float, low: 0.1, high: 1e3, scale: log}, s: {type: float, low: 0, high: 1, step: 0.25},
        i: {type: int, low: -3, high: 3, step: 2}, c: {type: categorical, choices: [a, 1, true]},
        o: {type: ordinal, choices: [1, 2], when: [{c: [a, 1]}, {i: {min: -1, max: 1}}]},
        k: {type: constant, value: 7, when: {i: {min: -1}}}}, constraints: [r + s < 3]})y",
    R"y({objectives: [minimize, {name: b, direction: maximize}], parameters: {x: [1, 2]}, seed: 3, horizon: 9,
        enqueue: [{x: 1}, {x: 2}], environment: {A: b, C: 1}, directory: ., command: [run, "{x}", 3]})y",
    R"y({parameters: {x: [1, 2]}, seed: "18446744073709551615", result: last})y",
    R"y({parameters: {x: [null, [64, 64], {kernel: rbf, degree: 3}], y: {type: constant, value: [1, {a: null}]},
        z: {type: ordinal, choices: [[1], [2]], default: [1], when: {x: [null, [64, 64]]}}}, enqueue: [{x: [64, 64]}]})y",
    R"y({parameters: {x: [1, 2]}, result: {regex: "a(.)"}})y",
    R"y({parameters: {x: [1, 2]}, sources: all})y",
    R"y({parameters: {x: [1, 2]}, sources: [{study: a, store: b.db}, {studies: "s-*"}, "other.db:s"]})y",
    R"y({parameters: {x: [1, 2]}, json: a.b, sources: [{name: old, trials: [
        {params: {x: 1}, value: 2, number: 3, state: complete, error: null}, {params: {x: 1}, value: null, state: failed}]}]})y",
    R"y({candidates: [{x: 1, y: a}, {x: 2, y: b}], regex: "(.)"})y",
    R"y({parameters: {x: [1, 2]}, budget: {trials: 5, parallel: 2, time: 1h30m, trial_timeout: 2.5, grace: 0,
        retries: 0, target: -1.5, patience: 1, max_failures: 2, lost: fail}})y",
    R"y({parameters: {x: [1, 2]}, budget: {time: 1.5d, trial_timeout: 500ms, grace: 0s}})y",
    R"y({parameters: {x: [1, 2]}, sampler: random, pruner: asha})y",
    R"y({parameters: {x: [1, 2]}, sampler: {name: hebo, variant: published, fit: {restarts: 3}, acquisitions: ei},
        pruner: {name: median, interval: 3}})y",
    R"y({parameters: {x: [1, 2]}, sampler: {name: gp, fit.iterations: 3, acquisitions: [ei, ucb], startup: 1e2}})y",
    R"y({parameters: {x: {type: float, low: 0, high: 1}}, sampler: {name: grid, points: 7}})y",
    R"y({parameters: {x: {type: float, low: 0, high: 1}}, sampler: {name: grid, points: {x: 7}}})y",
    R"y({parameters: {x: {type: float, low: 0, high: 1}}, sampler: {name: grid, points: 3, points.x: 7}})y"};

TEST_F(Schema, TakesEveryWayOfWritingAField) {
  for (const char* text : kGood) {
    const Study study = codec::parse_study(text, "study.yaml", ".");
    EXPECT_NO_THROW(catalog::make_sampler(study)) << text;
    EXPECT_EQ(problem(text), "") << text;
  }
}

constexpr const char* kBadOptions[] = {"sampler: hebbo",
                                       "sampler: {points: 5}",
                                       "sampler: {name: grid, points: 0}",
                                       "sampler: {name: grid, points: {x: a}}",
                                       "sampler: {name: grid, points.x: 0}",
                                       "sampler: {name: sobol, points: 5}",
                                       "sampler: {name: sobol, scramble: 1}",
                                       "sampler: {name: hebo, fit: {restarts: 0}}",
                                       "sampler: {name: hebo, fit: {restart: 1}}",
                                       "sampler: {name: hebo, fit.restarts: 0}",
                                       "sampler: {name: hebo, acquisitions: []}",
                                       "sampler: {name: hebo, acquisitions: [ei, eii]}",
                                       "sampler: {name: hebo, variant: plain}",
                                       "pruner: sobol",
                                       "pruner: {name: asha, interval: 1}",
                                       "pruner: {name: asha, reduction_factor: 1}"};

TEST_F(Schema, RefusesOptionsThatTheSamplersAndPrunersRefuse) {
  for (const std::string line : kBadOptions) {
    const std::string text = "parameters: {x: {type: float, low: 0, high: 1}}\n" + line + "\n";
    EXPECT_NE(problem(text), "") << line;
    write("study.yaml", text);
    EXPECT_NE(run({"check", "study.yaml"}).code, 0) << line;
  }
}

// Wrong in ways that a schema cannot express: relations between values, the contents of files, expressions.
const std::set<std::string> kBeyondASchema = {"budget-cost-without-cost.yaml",
                                              "budget-trials-beyond.yaml",
                                              "candidates-bad-constraint.yaml",
                                              "candidates-empty-cell.yaml",
                                              "candidates-header-only.yaml",
                                              "candidates-missing-file.yaml",
                                              "candidates-none-left.yaml",
                                              "candidates-open-quote.yaml",
                                              "candidates-ragged.yaml",
                                              "candidates-twice.yaml",
                                              "candidates-uneven-rows.yaml",
                                              "choices-empty-name.yaml",
                                              "choices-infinite-inside.yaml",
                                              "choices-nan.yaml",
                                              "choices-too-deep.yaml",
                                              "command-slot.yaml",
                                              "command-unknown-placeholder.yaml",
                                              "constant-infinite-inside.yaml",
                                              "constraint-ampersand.yaml",
                                              "constraint-assignment.yaml",
                                              "constraint-call-out.yaml",
                                              "constraint-no-comparison.yaml",
                                              "constraint-null-order.yaml",
                                              "constraint-string-order.yaml",
                                              "constraint-syntax.yaml",
                                              "constraint-types.yaml",
                                              "constraint-unclosed.yaml",
                                              "constraint-unknown-function.yaml",
                                              "constraint-unknown-name.yaml",
                                              "constraint-unquoted-string.yaml",
                                              "cost-of-a-parameter.yaml",
                                              "cost-of-an-objective.yaml",
                                              "default-not-a-choice.yaml",
                                              "enqueue-inactive.yaml",
                                              "enqueue-list-outside.yaml",
                                              "enqueue-null-number.yaml",
                                              "enqueue-outside.yaml",
                                              "enqueue-part-impossible.yaml",
                                              "enqueue-unknown.yaml",
                                              "environment-placeholder.yaml",
                                              "field-default.yaml",
                                              "int-beyond-digits.yaml",
                                              "int-low-above-high.yaml",
                                              "int-too-large.yaml",
                                              "interval-too-wide.yaml",
                                              "limit-on-parameter.yaml",
                                              "low-above-high.yaml",
                                              "low-equals-high.yaml",
                                              "name-with-escape.yaml",
                                              "name-with-line-end.yaml",
                                              "objectives-twice.yaml",
                                              "parameters-share-variable.yaml",
                                              "prior-normal-of-choices.yaml",
                                              "prior-of-a-constant.yaml",
                                              "prior-outside.yaml",
                                              "prior-twice.yaml",
                                              "prior-unknown-choice.yaml",
                                              "prior-unknown-parameter.yaml",
                                              "prior-weights-count.yaml",
                                              "removed-still-there.yaml",
                                              "result-bad-regex.yaml",
                                              "result-regex-groups.yaml",
                                              "result-regex-without-group.yaml",
                                              "sources-itself.yaml",
                                              "sources-json-rows.yaml",
                                              "sources-memory.yaml",
                                              "sources-missing-file.yaml",
                                              "sources-missing-table.yaml",
                                              "sources-no-store.yaml",
                                              "sources-no-study.yaml",
                                              "sources-not-csv.yaml",
                                              "step-too-large.yaml",
                                              "step-too-small.yaml",
                                              "stop-without-gain.yaml",
                                              "target-of-two-objectives.yaml",
                                              "when-cycle.yaml",
                                              "when-impossible-range.yaml",
                                              "when-impossible-value.yaml",
                                              "when-itself.yaml",
                                              "when-list-not-in-a-list.yaml",
                                              "when-missing-parent.yaml",
                                              "when-range-of-words.yaml",
                                              "when-range-turned.yaml",
                                              "worker-no-command.yaml",
                                              "worker-placeholder.yaml",
                                              "worker-regex.yaml",
                                              "worker-without-mode.yaml"};

TEST_F(Schema, RefusesTheBadGoldenFilesThatASchemaCanRefuse) {
  const hone::test::JsonSchema checker(schema());
  int refused = 0;
  for (const auto& entry : fs::directory_iterator(hone::test::data("golden"))) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(".yaml") && !file.ends_with(".json")) continue;
    PlainJson study;
    try {
      study = as_json(read(entry.path()), file);
    } catch (const std::exception&) {
      continue;  // not even YAML
    }
    const std::string found = checker.problem(study);
    EXPECT_EQ(found.empty(), kBeyondASchema.contains(file)) << file << " " << found;
    refused += found.empty() ? 0 : 1;
  }
  EXPECT_GE(refused, 60);
}

std::vector<std::string> names_of(const PlainJson& properties) {
  std::vector<std::string> names;
  for (const auto& [name, shape] : properties.items()) names.push_back(name);
  return names;
}

/// The fields that a message lists: "...; remove it, or use one of a, b, c".
std::vector<std::string> told_fields(const std::string& study) {
  const std::string message = hone::test::message_of([&] { codec::parse_study(study, "study.yaml", "."); });
  const std::string mark = "use one of ";
  std::vector<std::string> names;
  for (const std::string& name : split(message.substr(message.find(mark) + mark.size()), ','))
    names.emplace_back(trim(name));
  std::sort(names.begin(), names.end());
  return names;
}

TEST_F(Schema, KnowsTheFieldsThatTheReaderKnows) {
  const PlainJson properties = schema()["properties"];
  EXPECT_EQ(names_of(properties), told_fields("parameters: {x: [1, 2]}\nqqqqqqqq: 1\n"));
  EXPECT_EQ(names_of(properties["budget"]["properties"]),
            told_fields("parameters: {x: [1, 2]}\nbudget: {qqqqqqqq: 1}\n"));
  EXPECT_EQ(names_of(properties["objective"]["anyOf"][0]["properties"]),
            told_fields("parameters: {x: [1, 2]}\nobjective: {qqqqqqqq: 1}\n"));
  std::set<std::string> parameter;
  for (const PlainJson& form : properties["parameters"]["additionalProperties"]["anyOf"]) {
    if (!form.contains("properties")) continue;
    for (const std::string& name : names_of(form["properties"])) parameter.insert(name);
  }
  EXPECT_EQ(std::vector<std::string>(parameter.begin(), parameter.end()),
            told_fields("parameters: {x: {type: bool, qqqqqqqq: 1}}\n"));
}

TEST_F(Schema, DescribesEveryFieldAndOption) {
  const PlainJson properties = schema()["properties"];
  for (const auto& [name, shape] : properties.items()) EXPECT_FALSE(shape["description"].empty()) << name;
  for (const PlainJson& form : properties["sampler"]["anyOf"]) {
    if (!form.contains("properties")) continue;
    EXPECT_FALSE(form["description"].empty());
  }
  const PlainJson& hebo = properties["sampler"]["anyOf"][1]["properties"];
  EXPECT_EQ(hebo["fit"]["properties"]["restarts"]["default"], 3);
  EXPECT_EQ(hebo["fit"]["properties"]["restarts"]["description"],
            "searches of a fit from scratch; default: 3; published: 10, current: 1");
}

}  // namespace
}  // namespace hone::cli
