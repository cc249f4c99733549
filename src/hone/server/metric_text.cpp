// SPDX-License-Identifier: MIT
#include "hone/server/metric_text.hpp"

#include <cmath>

#include "hone/base/text.hpp"

namespace hone::server {
namespace {

/// A label's value may hold anything; whoever names a study must not write lines of ours.
std::string escaped_label(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

MetricText::MetricText() { out_.precision(15); }

MetricText& MetricText::metric(std::string_view name, std::string_view type, std::string_view help) {
  name_ = name;
  out_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
  return *this;
}

MetricText& MetricText::sample(double value, const Labels& labels) {
  line("", labels, value);
  return *this;
}

MetricText& MetricText::histogram(std::span<const double> ends, std::span<const std::int64_t> buckets,
                                  double sum, Labels labels) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i <= ends.size(); ++i) {
    count += buckets[i];
    const std::string end = i < ends.size() ? hone::text(ends[i]) : "+Inf";
    Labels with_end = labels;
    with_end.emplace_back("le", end);
    line("_bucket", with_end, static_cast<double>(count));
  }
  line("_sum", labels, sum);
  line("_count", labels, static_cast<double>(count));
  return *this;
}

void MetricText::line(std::string_view suffix, const Labels& labels, double value) {
  out_ << name_ << suffix;
  char mark = '{';
  for (const auto& [name, text_of] : labels) {
    out_ << mark << name << "=\"" << escaped_label(text_of) << '"';
    mark = ',';
  }
  if (!labels.empty()) out_ << '}';
  out_ << ' ' << value << '\n';
}

}  // namespace hone::server
