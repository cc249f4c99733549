// SPDX-License-Identifier: MIT
#include "hone/meta/meta_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/meta/space_signature.hpp"

namespace hone::meta {
namespace {

static_assert(std::endian::native == std::endian::little, "parameters are written as they lie in memory");

constexpr std::string_view kFirstLine = "hone meta-model ";
constexpr int kVersion = 2;
constexpr int kVersionWithoutWeights = 1;
// More than anybody trains, and little enough that a forged file cannot ask for all memory.
constexpr long long kMostLines = 100'000;
constexpr long long kMostUnits = 10'000;
constexpr std::size_t kLongestLine = 10'000;

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::InvalidFile, "this is not a model of hone: " + why,
              "train it again with `hone meta train`");
}

/// Takes lines off the front of bytes.
class Lines {
 public:
  explicit Lines(std::string_view bytes) : rest_(bytes) {}

  std::string_view next() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) refuse("it ends in the middle of its description");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  /// A line of a word and numbers.
  std::vector<double> numbers(std::string_view word, std::size_t count) {
    std::string_view line = next();
    if (!line.starts_with(word)) refuse(text("a line does not begin with '", word, "'"));
    line.remove_prefix(word.size());
    std::vector<double> found;
    while (!line.empty()) {
      line.remove_prefix(1);
      const std::size_t end = std::min(line.find(' '), line.size());
      const auto number = parse_number(line.substr(0, end));
      if (!number) refuse(text("the line '", word, "' holds something that is not a number"));
      found.push_back(*number);
      line.remove_prefix(end);
    }
    if (found.size() != count) refuse(text("the line '", word, "' is incomplete"));
    return found;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

constexpr std::pair<std::string_view, learners::Utility> kWeights[] = {
    {"capped", learners::Utility::CappedImprovement},
    {"ei", learners::Utility::Improvement},
    {"pi", learners::Utility::Probability}};

learners::Utility utility_of(std::string_view line) {
  for (const auto& [word, utility] : kWeights) {
    if (line == text("weights ", word)) return utility;
  }
  refuse("the line 'weights' does not say capped, ei or pi");
}

long long whole(double number, long long least, long long most) {
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) ||
      number != std::floor(number))
    refuse("a size is not possible");
  return static_cast<long long>(number);
}

int size_of(double number, int least = 1) { return static_cast<int>(whole(number, least, kMostUnits)); }

}  // namespace

void require_keepable(const Space& space, int inputs, const std::string& sampler) {
  const std::string remedy =
      "use a sampler that learns no network, such as rgpe or tpe, without sources if need be, or give fewer "
      "choices";
  if (inputs > kMostUnits) {
    throw Error(ErrorCode::InvalidSpace,
                text(sampler, " learns a network that reads each choice as a number, ", inputs,
                     " in this space, and at most ", kMostUnits, " can be kept"),
                remedy);
  }
  for (const std::string& line : space_signature(space)) {
    if (line.size() <= kLongestLine) continue;
    throw Error(
        ErrorCode::InvalidSpace,
        text(sampler, " keeps what it learns with a description of each parameter, and that of '",
             line.substr(0, line.find(':')), "' has ", line.size(), " characters of at most ", kLongestLine),
        remedy);
  }
}

std::string_view weights_word(learners::Utility utility) {
  return std::find_if(std::begin(kWeights), std::end(kWeights),
                      [&](const auto& one) { return one.second == utility; })
      ->first;
}

std::optional<Artefact> find_model(const Artefacts& artefacts, const std::string& reference) {
  if (reference.find('@') == std::string::npos) return artefacts.find({kModelKind, reference});
  const auto key = find_key(artefacts, reference);
  return key ? artefacts.find(*key) : std::nullopt;
}

std::optional<ArtefactKey> find_key(const Artefacts& artefacts, const std::string& reference) {
  const std::size_t at = reference.find('@');
  const std::string name = reference.substr(0, at);
  const std::string version = at == std::string::npos ? "" : reference.substr(at + 1);
  std::vector<std::string> hashes;
  for (const ArtefactInfo& info : artefacts.list(kModelKind)) {  // the newest first
    if (info.name == name && info.hash.starts_with(version)) hashes.push_back(info.hash);
    if (at == std::string::npos && !hashes.empty()) break;
  }
  if (hashes.empty()) return std::nullopt;
  if (hashes.size() > 1)
    throw Error(ErrorCode::InvalidArgument,
                text("'", reference, "' means ", hashes.size(), " versions of the model"),
                "give more digits of the version that `hone meta list` shows");
  return ArtefactKey{kModelKind, name, hashes.front()};
}

std::string to_bytes(const MetaModel& model) {
  const learners::NetworkShape& shape = model.network.shape();
  const TrainingReport& report = model.report;
  std::string bytes = text(kFirstLine, kVersion, "\nparameters ", model.signature.size(), "\n");
  for (const std::string& line : model.signature) bytes += line + "\n";
  bytes += text("network ", shape.inputs, " ", shape.width, " ", shape.blocks, " ", shape.features, "\n");
  bytes += text("training ", report.tasks, " ", report.trials, " ", report.epochs, " ", report.best_epoch,
                " ", report.validation, " ", report.log_loss, "\n");
  bytes += text("weights ", weights_word(report.utility), "\n");
  const Eigen::VectorXf& numbers = model.network.parameters();
  bytes.append(reinterpret_cast<const char*>(numbers.data()),
               sizeof(float) * static_cast<std::size_t>(numbers.size()));
  return bytes;
}

MetaModel model_from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(kFirstLine)) refuse("it does not begin as one");
  Lines lines(bytes);
  const std::string_view version = lines.next().substr(kFirstLine.size());
  if (version != text(kVersion) && version != text(kVersionWithoutWeights))
    refuse(text("it has version ", version.substr(0, 20), " of the format, and this program reads ",
                kVersionWithoutWeights, " and ", kVersion));
  const auto count = whole(lines.numbers("parameters", 1)[0], 1, kMostLines);
  std::vector<std::string> signature;
  for (long long i = 0; i < count; ++i) {
    signature.emplace_back(lines.next());
    if (signature.back().size() > kLongestLine) refuse("the description of a parameter is too long");
  }
  const auto sizes = lines.numbers("network", 4);
  const auto told = lines.numbers("training", 6);
  const auto utility =
      version == text(kVersion) ? utility_of(lines.next()) : learners::Utility::CappedImprovement;
  const learners::NetworkShape shape{.inputs = size_of(sizes[0]),
                                     .width = size_of(sizes[1]),
                                     .blocks = size_of(sizes[2], 0),
                                     .features = size_of(sizes[3])};
  if (std::ssize(lines.rest()) != std::int64_t{sizeof(float)} * learners::parameter_count(shape))
    refuse("its network has more or fewer numbers than it says");
  Rng rng(0);
  MetaModel model{std::move(signature),
                  Network(shape, rng),
                  {.tasks = static_cast<int>(whole(told[0], 0, kMostLines * 1000)),
                   .trials = whole(told[1], 0, 1LL << 50),
                   .epochs = static_cast<int>(whole(told[2], 0, 1 << 30)),
                   .best_epoch = static_cast<int>(whole(told[3], 0, 1 << 30)),
                   .validation = told[4],
                   .log_loss = told[5],
                   .utility = utility}};
  Eigen::VectorXf& numbers = model.network.parameters();
  std::memcpy(numbers.data(), lines.rest().data(), lines.rest().size());
  if (!numbers.allFinite()) refuse("its network holds a number that is not finite");
  return model;
}

}  // namespace hone::meta
