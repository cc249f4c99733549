// SPDX-License-Identifier: MIT
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/cli/commands.hpp"
#include "hone/cli/context.hpp"
#include "hone/cli/exit_code.hpp"
#include "hone/cli/study_text.hpp"
#include "hone/cli/workspace.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/json_text.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::cli {
namespace {

struct EnqueueOptions : StudyOptions {
  std::vector<std::string> settings;
};

int run_enqueue(const EnqueueOptions& options, Context& context) {
  if (options.settings.empty())
    throw UsageError("there are no settings", "write hone enqueue STUDY C=10 kernel=rbf");
  const OpenStudy open = open_or_create_study(context, options);
  std::vector<std::pair<std::string, Value>> values;
  for (const std::string& setting : options.settings)
    values.push_back(read_assignment(setting, open.study.space));
  const std::vector<Proposal> proposals{{open.study.space.admit(values), {}}};
  runner::Driver driver(*open.storage, open.stored(), nullptr, {runner::worker_id(), std::nullopt});
  const std::int64_t number = driver.enqueue(proposals);
  if (options.json) {
    context.out << codec::json_text(
        {{"number", number}, {"params", codec::to_json(proposals[0].configuration)}});
    return kOk;
  }
  context.out << "trial " << number << " waits: " << printable(to_text(proposals[0].configuration)) << "\n";
  return kOk;
}

}  // namespace

void add_enqueue(Command root) {
  auto options = std::make_shared<EnqueueOptions>();
  Command command = root.subcommand("enqueue", "Add settings of your own to try next");
  command.group("Drive by hand or from a script")
      .detail(
          "All parameters that exist under the others must be given, except constants. The next 'ask' or "
          "'tune' takes them "
          "before anything that the sampler proposes.")
      .argument("STUDY", options->study, "a study of the store by its name, or a study file")
      .arguments("NAME=VALUE", options->settings, "the settings")
      .example("hone enqueue study.yaml rate=0.01 layers=2 kind=plain", "")
      .action([options](Context& context) { return run_enqueue(*options, context); });
  add_store(command, options->store);
  add_json(command, options->json);
}

}  // namespace hone::cli
