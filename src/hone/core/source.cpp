// SPDX-License-Identifier: MIT
#include "hone/core/source.hpp"

namespace hone {
namespace {

std::string in_store(const std::string& store, const std::string& study) {
  return store.empty() ? study : store + ":" + study;
}

struct NameOfSource {
  std::string operator()(const RowsSource& source) const { return source.name; }
  std::string operator()(const StudySource& source) const { return in_store(source.store, source.name); }
  std::string operator()(const StudiesSource& source) const {
    return in_store(source.store, source.pattern == "*" ? "all" : source.pattern);
  }
  std::string operator()(const TableSource& source) const { return source.path; }
};

}  // namespace

std::string to_text(const Source& source) { return std::visit(NameOfSource{}, source); }

}  // namespace hone
