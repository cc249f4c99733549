// SPDX-License-Identifier: MIT
#include "hone/cli/confirm.hpp"

#include <istream>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/exit_code.hpp"

namespace hone::cli {

bool confirmed(const std::string& question, Context& context) {
  if (!context.environment.input_is_terminal) {
    throw UsageError("deleting needs a yes, and there is no terminal to ask at", "add --yes");
  }
  context.err << printable(question) << " [y/N] " << std::flush;
  std::string answer;
  std::getline(context.in, answer);
  answer = std::string(trim(answer));
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace hone::cli
