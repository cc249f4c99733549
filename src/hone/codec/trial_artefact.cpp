// SPDX-License-Identifier: MIT
#include "hone/codec/trial_artefact.hpp"

#include <limits>

#include "hone/codec/iso_time.hpp"
#include "hone/codec/shape.hpp"

namespace hone::codec {

Json to_json(const TrialArtefact& artefact) {
  return {{"trial", artefact.number},
          {"name", artefact.name},
          {"hash", artefact.hash},
          {"size", artefact.size},
          {"type", artefact.type},
          {"attempt", artefact.attempt},
          {"created", iso_time(artefact.created)}};
}

TrialArtefact trial_artefact_from(const Field& field) {
  return {.number = field.at("trial").integer(),
          .name = field.at("name").text(),
          .hash = field.at("hash").text(),
          .size = field.at("size").integer(),
          .type = field.at("type").text(),
          .attempt = static_cast<int>(field.at("attempt").integer(1, std::numeric_limits<int>::max())),
          .created = parse_iso_time(field.at("created").text()).value_or(0)};
}

Node trial_artefact_shape() {
  return shape::record({{"trial", shape::integer(0)},
                        {"name", shape::text()},
                        {"hash", shape::text()},
                        {"size", shape::integer(0)},
                        {"type", shape::text()},
                        {"attempt", shape::integer(1)},
                        {"created", shape::text()}});
}

}  // namespace hone::codec
