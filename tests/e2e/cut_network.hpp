// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "spawn.hpp"

namespace hone::e2e {

/// Network namespaces that see each other and nothing else: a hub, and arms that each reach it by a cable of
/// their own, which can be cut. The network of the machine is not touched.
class CutNetwork {
 public:
  /// Why there can be none here; empty when there can.
  static std::string obstacle() {
    if (::geteuid() != 0) return "making network namespaces needs root";
    const std::string name = "hone-try-" + std::to_string(::getpid());
    try {
      if (ip({"netns", "add", name}) != 0) return "'ip netns add' is refused";
      ip({"netns", "delete", name});
    } catch (const std::runtime_error&) {
      return "the program 'ip' (Debian's iproute2) is not installed";
    }
    return "";
  }

  explicit CutNetwork(int arms) : arms_(arms) {
    must({"netns", "add", hub()});
    must({"-n", hub(), "link", "set", "lo", "up"});
    for (int i = 0; i < arms_; ++i) {
      const std::string cable = cable_of(i);
      must({"netns", "add", arm(i)});
      must({"-n", hub(), "link", "add", cable, "type", "veth", "peer", "name", "hub", "netns", arm(i)});
      must({"-n", hub(), "address", "add", hub_address(i) + "/24", "dev", cable});
      must({"-n", arm(i), "address", "add", "10.9." + std::to_string(i) + ".2/24", "dev", "hub"});
      must({"-n", arm(i), "link", "set", "lo", "up"});
      heal(i);
    }
  }
  ~CutNetwork() {
    for (int i = 0; i < arms_; ++i) ip({"netns", "delete", arm(i)});
    ip({"netns", "delete", hub()});
  }
  CutNetwork(const CutNetwork&) = delete;
  CutNetwork& operator=(const CutNetwork&) = delete;

  int arms() const { return arms_; }
  std::string hub() const { return "hone-" + std::to_string(::getpid()) + "-hub"; }
  std::string arm(int i) const { return "hone-" + std::to_string(::getpid()) + "-" + std::to_string(i); }
  /// Of the hub, as an arm sees it.
  static std::string hub_address(int i) { return "10.9." + std::to_string(i) + ".1"; }

  /// At the arm's end it learns at once that it is alone; at the hub's end its packets just vanish.
  void cut_at_arm(int i) { must({"-n", arm(i), "link", "set", "hub", "down"}); }
  void cut_at_hub(int i) { must({"-n", hub(), "link", "set", cable_of(i), "down"}); }
  void heal(int i) {
    must({"-n", arm(i), "link", "set", "hub", "up"});
    must({"-n", hub(), "link", "set", cable_of(i), "up"});
  }

 private:
  static std::string cable_of(int i) { return "arm" + std::to_string(i); }

  static int ip(std::vector<std::string> words) {
    words.insert(words.begin(), "ip");
    return wait_for_end(spawn(std::move(words)), 30.0);
  }
  static void must(const std::vector<std::string>& words) {
    if (ip(words) != 0) throw std::runtime_error("'ip " + words[0] + " " + words[1] + " ...' has failed");
  }

  int arms_;
};

}  // namespace hone::e2e
