// SPDX-License-Identifier: MIT
#include "hone/runner/refusal.hpp"

#include <string.h>
#include <sys/resource.h>

#include <cerrno>

#include "hone/base/text.hpp"

namespace hone::runner {
namespace {

// Processes and threads count alike. Without a limit of the user's it is one of the whole machine or
// container.
std::string limit_on_processes() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NPROC, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return "there is a limit on processes (pids.max of the control group, or the kernel's)";
  return text("the limit of this user is ", limit.rlim_cur, " processes and threads (ulimit -u)");
}

}  // namespace

Error no_more(const std::string& what, int number) {
  const std::string problem = text("no more ", what, " can be started: ", ::strerrordesc_np(number));
  if (number == EAGAIN) {
    return Error(ErrorCode::System, text(problem, ": ", limit_on_processes()),
                 "raise it, end other programs, or run fewer trials at a time (--parallel)");
  }
  return Error(ErrorCode::System, problem,
               "free some of the machine's memory, or run fewer trials at a time (--parallel)");
}

Error disk_full(const std::string& what) {
  return Error(ErrorCode::StorageFull, text(what, ": the disk is full"),
               "free some space, or choose a folder on another disk (--workdir)");
}

bool may_pass(ErrorCode code) {
  if (code == ErrorCode::StorageBusy) return true;
  rlimit limit{};
  return code == ErrorCode::StorageFull && ::getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         limit.rlim_cur == RLIM_INFINITY;
}

}  // namespace hone::runner
