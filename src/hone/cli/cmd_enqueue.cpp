// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/rng.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/from_option.hpp"
#include "hone/cli/other_store.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/core/wish.hpp"

namespace hone::cli {
namespace {

struct EnqueueOptions : StudyOptions {
  std::vector<std::string> settings;
};

using Settings = std::vector<std::pair<std::string, Value>>;

Settings read_settings(const EnqueueOptions& options, const Space& space) {
  Settings values;
  for (const std::string& setting : options.settings) {
    values.push_back(read_assignment(setting, space));
    const auto same = [&](const auto& other) { return other.first == values.back().first; };
    if (std::count_if(values.begin(), values.end(), same) > 1)
      throw UsageError("the setting '" + values.back().first + "' was given twice", "give it once");
  }
  return values;
}

int run_enqueue(const EnqueueOptions& options, Context& context) {
  if (options.settings.empty())
    throw UsageError("there are no settings", "write hone enqueue STUDY C=10 kernel=rbf");
  const CommandStore store = open_store(context, options.store, StoreUse::Records);
  // What cannot be enqueued should not make a study.
  if (names_file(options.study, store)) {
    const Space space = given_study(context, options, store).study.space;
    admit_wish(space, read_settings(options, space), 0);
  }
  const OpenStudy open = open_or_create_study(context, options, store);
  warn_of_other_store(context, options, open);
  const Settings settings = read_settings(options, open.study.space);
  const std::vector<Proposal> proposals{
      {admit_wish(open.study.space, settings, mix_seed(open.study.seed, 0)), {}}};
  const std::int64_t number = open.operations->enqueue(open.study.name, proposals, "").first;
  if (options.json)
    return context.answer({{"number", number}, {"params", codec::to_json(proposals[0].configuration)}});
  context.out << "trial " << number << " waits: " << printable(to_text(proposals[0].configuration)) << "\n";
  return kOk;
}

}  // namespace

void add_enqueue(Command root) {
  auto options = std::make_shared<EnqueueOptions>();
  Command command = root.subcommand("enqueue", "Add settings of your own to try next");
  command.group("Drive by hand or from a script")
      .detail(
          "Parameters that are left out are drawn, so that those given exist. The next 'ask' or 'tune' takes "
          "them before anything that the sampler proposes.")
      .argument("STUDY", options->study, "a study of the store by its name, or a study file")
      .arguments("NAME=VALUE", options->settings, "the settings")
      .example("hone enqueue study.yaml rate=0.01 layers=2 kind=plain", "")
      .action([options](Context& context) { return run_enqueue(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
