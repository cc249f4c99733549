// SPDX-License-Identifier: MIT
#include "hone/codec/trial_shape.hpp"

#include "hone/codec/report_json.hpp"
#include "hone/codec/told_result.hpp"
#include "hone/core/trial_words.hpp"

namespace hone::codec {
namespace {

Node attributes_shape() { return shape::map(shape::anything()); }

Node reports_list_shape() { return shape::list(shape::object(report_members())); }

Node remarks_shape() {
  return shape::list(shape::record({{"time", shape::text()}, {"text", shape::text()}}));
}

Node violations_shape() {
  return shape::list(shape::record({{"constraint", shape::text()}, {"by", shape::maybe(shape::number())}}));
}

}  // namespace

Node number_or_word_shape() { return told_value_shape(); }

std::vector<shape::Member> trial_members() {
  const Node moment = shape::maybe(shape::text());
  return {{"number", shape::integer(0), true},
          {"state", shape::words(trial_state_words()), true},
          {"params", shape::row(), true},
          {"value", shape::maybe(number_or_word_shape())},  // of one objective
          {"values", shape::maybe(shape::list(number_or_word_shape()))},
          {"created", moment, true},
          {"started", moment, true},
          {"finished", moment, true},
          {"attributes", attributes_shape(), true},
          {"notes", shape::map(shape::anything()), true},
          {"reports", reports_list_shape(), true},
          {"error", shape::maybe(shape::text()), true},
          {"attempt", shape::integer(1), true},
          {"worker", shape::maybe(shape::text()), true},
          {"version", shape::integer(1), true},
          {"outside", shape::maybe(shape::text()), true},
          {"former", attributes_shape(), true},
          {"remarks", remarks_shape()},
          {"violations", violations_shape()}};
}

Node trial_shape() { return shape::object(trial_members()); }

}  // namespace hone::codec
