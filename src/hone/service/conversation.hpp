// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/codec/request.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {

/// Answers the requests of one client in JSON, one after the other. It remembers the study that was created
/// or opened last: requests that name no other are about that one. docs/guide/stdio.md describes them all.
class Conversation {
 public:
  /// The operations must outlive the conversation; any number of conversations may share them.
  explicit Conversation(Operations& operations, codec::RequestLimits limits = {})
      : operations_(operations), limits_(limits) {}

  /// Begins with this study, as if it had been created by a request.
  void create(const Study& study);
  /// The same with a study of the store.
  void open(const std::string& name);

  /// The answer to one request: one line of JSON without its end. A wrong request is answered with an error
  /// and changes nothing. Throws nothing.
  std::string answer(std::string_view request);
  /// The last answer reached nobody: trials that it handed out go back to the queue. Throws nothing.
  void take_back();

 private:
  using Node = codec::Node;

  std::string answer_to(Node request);
  std::string study_of(const Node& request) const;

  Operations& operations_;
  codec::RequestLimits limits_;
  std::optional<std::string> study_;  // created or opened last
  /// What the last answer hands out.
  struct Given {
    std::string study = {};
    std::vector<std::int64_t> numbers = {};
  };
  Given given_;
};

}  // namespace hone::service
