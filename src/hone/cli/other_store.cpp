// SPDX-License-Identifier: MIT
#include "hone/cli/other_store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <ostream>

#include "hone/base/printable.hpp"
#include "hone/base/shell_text.hpp"
#include "hone/base/text.hpp"
#include "hone/core/store_address.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

/// A store that somebody left in /tmp is not opened.
bool is_own(const fs::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_uid == ::geteuid() &&
         (status.st_mode & S_IWOTH) == 0;
}

}  // namespace

std::optional<std::string> other_store_with(const Context& context, const StudyOptions& options,
                                            const std::string& name) {
  if (options.store || context.environment.variable("HONE_STORE")) return std::nullopt;
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed) return std::nullopt;
  const bool file = fs::is_regular_file(options.study, failed);
  fs::path folder = file ? fs::weakly_canonical(options.study, failed).parent_path() : here;
  for (; !folder.empty() && is_own(folder); folder = folder.parent_path()) {
    const fs::path store = folder / kDefaultStore;
    if (folder != here && is_own(store)) {
      const std::string shown = fs::proximate(store, here, failed).string();
      if (open_store(shown).has(name)) return shown;
    }
    if (folder == folder.parent_path()) break;
  }
  return std::nullopt;
}

std::string other_store_remark(const Context& context, const StudyOptions& options, const OpenStudy& open) {
  const auto other = other_store_with(context, options, open.study.name);
  if (!other) return "";
  if (!open.created) {
    return text("a study '", open.study.name, "' is in ", shown_store(*other),
                ", too, and this is the one in ", shown_store(open.address), "; for the other, add --store ",
                shell_word(*other));
  }
  return text("a study '", open.study.name, "' is in ", shown_store(*other),
              ", too, and a new one begins in ", shown_store(open.address),
              "; to go on with the former, add --store ", shell_word(*other));
}

void warn_of_other_store(Context& context, const StudyOptions& options, const OpenStudy& open) {
  if (options.json) return;
  const std::string remark = other_store_remark(context, options, open);
  if (!remark.empty())
    context.err << context.err_style().yellow("warning: ") << printable_lines(remark) << "\n";
}

}  // namespace hone::cli
