// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/quality/contestant.hpp"

namespace hone::quality {

/// Another system that takes part: a program that speaks the protocol of `hone stdio` on its standard input
/// and output (create, enqueue, ask, tell), with several objectives and limits on outcomes as there. Its
/// answers may carry "seconds", the processor time it spent, and the answer to create "version".
struct PeerInfo {
  std::string name;    ///< "optuna-tpe"; the adapter finds it as the study's sampler
  std::string script;  ///< in bench/peers
  std::string summary;
  std::string python = {};  ///< of an environment of its own; empty for that of most peers
};
const std::vector<PeerInfo>& peers();
/// Throws Error(NotFound) with what is most alike.
const PeerInfo& known_peer(const std::string& name);

/// Where the adapters are and who runs them; tools/bench-peers installs what they need. Another interpreter
/// than this one also runs the peers that have an environment of their own.
struct PeerPlace {
  std::string python = ".venv-peers/bin/python";
  std::string folder = "bench/peers";
};

/// The command of a peer. Throws Error(NotFound) when there is no such peer or it is not installed.
std::vector<std::string> peer_command(const std::string& name, const PeerPlace& place);

/// Starts a process for one run of the study. Throws Error(InvalidArgument) for a space that is a pool or has
/// constraints, which peers do not know, and Error(System) when the process does not start or ends early.
std::unique_ptr<Contestant> start_peer(const std::vector<std::string>& command, const Study& study);

}  // namespace hone::quality
