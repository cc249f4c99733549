// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// A mark that everything which a command starts carries in its environment, so that it can be found when the
// guard that watched over it is gone: then nobody knows any more from whom it descends.
namespace hone::runner {

/// The variable that holds the tags, separated by commas: a command that runs a tuner itself hands its own
/// tag on to the trials of that one.
inline constexpr const char* kTagVariable = "HONE_TAG";

/// A tag that no other command has, now or later: worker_id() of the tuner and a number.
std::string new_tag();

/// The environment with the tag added to it.
std::vector<std::string> tagged(std::vector<std::string> environment, const std::string& tag);

/// Kills every process that carries the tag, as far as this user may, and waits, some tens of milliseconds at
/// most, until there is none. Returns how many were seen. Nothing is killed of which this is not certain: a
/// process is looked at after a handle to it is held (pidfd), so that its number cannot have passed to
/// another. Processes whose environment cannot be read, or that took the variable out of it, are not found.
int kill_tagged(std::string_view tag);

/// Whether the tag is of a tuner of this machine that is certainly dead, and not one of `own`, the tags that
/// the calling process carries itself.
bool is_left_behind(std::string_view tag, std::string_view own);

/// Kills in the same way all that such tuners, which were killed together with their guards, have left
/// behind. Guards that are still at work need a moment; whoever comes first kills.
int kill_left_behind();

}  // namespace hone::runner
