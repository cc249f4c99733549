// SPDX-License-Identifier: MIT
#include "bench/quality/peer.hpp"

#include <filesystem>

#include "bench/quality/line_process.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/space_schema.hpp"

namespace hone::quality {
namespace {

using codec::Json;

const std::string kAnswer = "answer of the peer";

class PeerContestant : public Contestant {
 public:
  PeerContestant(const std::vector<std::string>& command, const Study& study)
      : space_(study.space), process_(command) {
    Json create = codec::to_json(study);
    create["op"] = "create";
    const Json answer = request(create);
    version_ = answer.value("version", study.sampler.name);
    seconds_ = 0.0;  // loading the program's libraries is not the method's time
  }

  void enqueue(std::span<const Configuration> points) override {
    Json list = Json::array();
    for (const Configuration& point : points) list.push_back(codec::to_json(point));
    request({{"op", "enqueue"}, {"points", list}});
  }

  std::vector<Configuration> ask(int count) override {
    const Json answer = request({{"op", "ask"}, {"count", count}});
    numbers_.clear();
    std::vector<Configuration> points;
    for (const Json& trial : answer.at("trials")) {
      numbers_.push_back(trial.at("number").get<std::int64_t>());
      const codec::Node params = codec::to_node(trial.at("params"), kAnswer);
      const codec::Origin origin{.name = kAnswer, .folder = std::nullopt};
      points.push_back(space_.admit_wish(codec::read_row({params, origin})));
    }
    return points;
  }

  void tell(std::span<const EvaluationResult> results) override {
    Json list = Json::array();
    for (std::size_t i = 0; i < numbers_.size(); ++i) list.push_back(told(numbers_[i], results[i]));
    request({{"op", "tell"}, {"results", list}});
  }

  double seconds() const override { return seconds_; }
  std::string version() const override { return version_; }

 private:
  static Json told(std::int64_t number, const EvaluationResult& result) {
    Json json{{"number", number}};
    if (result.values.empty()) {
      json["state"] = "failed";
    } else if (result.values.size() == 1) {
      json["value"] = result.values.front();
    } else {
      json["values"] = result.values;
    }
    for (const auto& [name, value] : result.attributes) json["attributes"][name] = codec::to_json(value);
    return json;
  }
  Json request(const Json& message) {
    const Json answer = codec::parse_json(process_.exchange(message.dump()), kAnswer);
    if (answer.contains("error")) {
      throw Error(ErrorCode::System,
                  text("the peer refused: ", answer["error"].value("message", "no reason given")),
                  "see the adapter in bench/peers");
    }
    seconds_ += answer.value("seconds", 0.0);
    return answer;
  }

  Space space_;
  LineProcess process_;
  std::string version_;
  std::vector<std::int64_t> numbers_;  // of the last ask
  double seconds_ = 0.0;
};

}  // namespace

const std::vector<PeerInfo>& peers() {
  static const std::vector<PeerInfo> kPeers = {
      {"hebo", "hebo_peer.py", "the reference package of HEBO, with its defaults"},
      {"optuna-tpe", "optuna_peer.py",
       "Optuna's TPE sampler, with its defaults and the constant liar for batches"},
      {"optuna-gp", "optuna_peer.py", "Optuna's Gaussian process sampler, with its defaults"},
      {"optuna-nsga2", "optuna_peer.py", "Optuna's NSGA-II sampler, with its defaults"},
      {"optuna-random", "optuna_peer.py", "Optuna's random sampler: should do as well as ours"},
      {"botorch-qlogehvi", "botorch_peer.py",
       "BoTorch's qLogExpectedHypervolumeImprovement, by the recipe of its tutorials; several objectives",
       ".venv-peers-botorch/bin/python"},
  };
  return kPeers;
}

const PeerInfo& known_peer(const std::string& name) {
  std::vector<std::string> names;
  for (const PeerInfo& peer : peers()) {
    if (peer.name == name) return peer;
    names.push_back(peer.name);
  }
  throw Error(ErrorCode::NotFound, text("there is no peer '", name, "'", did_you_mean(name, names)),
              "use one of " + join(names, ", "));
}

std::vector<std::string> peer_command(const std::string& name, const PeerPlace& place) {
  const PeerInfo& peer = known_peer(name);
  const bool of_its_own = !peer.python.empty() && place.python == PeerPlace().python;
  const std::string python = of_its_own ? peer.python : place.python;
  const std::string script = place.folder + "/" + peer.script;
  for (const std::string& file : {python, script}) {
    if (std::filesystem::exists(file)) continue;
    throw Error(ErrorCode::NotFound, text("the peer ", name, " needs ", file, ", which is not there"),
                "run tools/bench-peers in hone's source folder, and start the bench there");
  }
  return {python, script};
}

std::unique_ptr<Contestant> start_peer(const std::vector<std::string>& command, const Study& study) {
  if (!study.space.candidates().empty() || !study.space.constraints().empty()) {
    throw Error(
        ErrorCode::InvalidArgument,
        text("peers do not know ", study.space.candidates().empty() ? "constraints" : "pools of candidates"),
        "leave the problem out for them");
  }
  return std::make_unique<PeerContestant>(command, study);
}

}  // namespace hone::quality
