// SPDX-License-Identifier: MIT
#include "hone/transfer/kept_fits.hpp"

#include <cstring>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "hone/base/text.hpp"

namespace hone::transfer {
namespace {

void append(std::string& bytes, const void* from, std::size_t size) {
  bytes.append(static_cast<const char*>(from), size);
}

std::string to_bytes(const std::vector<double>& numbers) {
  std::string bytes;
  append(bytes, numbers.data(), sizeof(double) * numbers.size());
  return bytes;
}

std::vector<double> from_bytes(const std::string& bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), sizeof(double) * numbers.size());
  return numbers;
}

}  // namespace

std::string fingerprint(const std::vector<const model::Dataset*>& data, const std::string& settings) {
  std::string bytes = settings;
  for (const model::Dataset* one : data) {
    for (const numeric::Column& column : one->columns())
      bytes += text(" ", static_cast<int>(column.kind), ":", column.cells, ":", column.conditional);
    const model::Points& points = one->points();
    append(bytes, points.x.data(), sizeof(double) * static_cast<std::size_t>(points.x.size()));
    append(bytes, points.active.data(), sizeof(bool) * static_cast<std::size_t>(points.active.size()));
    append(bytes, one->y().data(), sizeof(double) * static_cast<std::size_t>(one->size()));
  }
  return sha256(bytes);
}

KeptFits::KeptFits(std::string kind, const Artefacts* artefacts)
    : kind_(std::move(kind)), artefacts_(artefacts) {
  if (artefacts == nullptr) return;
  for (const ArtefactInfo& info : artefacts->list(kind_))
    keys_.try_emplace(info.settings, ArtefactKey{info.kind, info.name, info.hash});
}

std::string KeptFits::find_bytes(const std::string& print) const {
  const auto key = keys_.find(print);
  if (key == keys_.end()) return {};
  try {
    auto artefact = artefacts_->find(key->second);
    return artefact ? std::move(artefact->bytes) : std::string();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt) throw;
    return {};  // what can be fitted again is as good as not there
  }
}

std::vector<double> KeptFits::find(const std::string& print) const { return from_bytes(find_bytes(print)); }

ArtefactDraft KeptFits::draft(std::string name, std::string print, const std::vector<double>& numbers,
                              std::vector<ArtefactSource> sources) const {
  return draft_bytes(std::move(name), std::move(print), to_bytes(numbers), std::move(sources));
}

ArtefactDraft KeptFits::draft_bytes(std::string name, std::string print, std::string bytes,
                                    std::vector<ArtefactSource> sources) const {
  return {.kind = kind_,
          .name = std::move(name),
          .maker = "hone",
          .settings = std::move(print),
          .sources = std::move(sources),
          .bytes = std::move(bytes)};
}

}  // namespace hone::transfer
