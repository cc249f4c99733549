// SPDX-License-Identifier: MIT
#include "bench/quality/run_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "bench/quality/gzip_text.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"

namespace hone::quality {
namespace {

/// Reads the cells of one row by the names of their columns.
class Row {
 public:
  Row(const codec::CsvTable& table, std::size_t row, const std::string& name)
      : table_(table), row_(row), name_(name) {}

  const std::string& text_of(const std::string& column) const {
    for (std::size_t j = 0; j < table_.columns.size(); ++j) {
      if (table_.columns[j] == column) return table_.rows[row_][j];
    }
    refuse(text("there is no column '", column, "'"));
  }
  double number(const std::string& column) const { return number_in(text_of(column)); }
  int count(const std::string& column) const { return static_cast<int>(integer(text_of(column))); }
  std::uint64_t seed() const { return static_cast<std::uint64_t>(integer(text_of("seed"))); }
  std::optional<double> optional_number(const std::string& column) const {
    if (text_of(column).empty()) return std::nullopt;
    return number(column);
  }
  std::vector<double> numbers(const std::string& column) const {
    std::vector<double> result;
    if (text_of(column).empty()) return result;
    for (const std::string& word : split(text_of(column), ' ')) result.push_back(number_in(word));
    return result;
  }
  std::vector<Improvement> curve() const {
    std::vector<Improvement> result;
    if (text_of("curve").empty()) return result;
    for (const std::string& pair : split(text_of("curve"), ' ')) {
      const auto parts = split(pair, ':');
      if (parts.size() != 2) refuse(text("'", pair, "' is not evaluation:value"));
      result.push_back({static_cast<int>(integer(parts[0])), number_in(parts[1])});
    }
    return result;
  }

 private:
  double number_in(const std::string& word) const {
    if (const auto number = parse_number(word)) return *number;
    refuse(text("'", word, "' is not a number"));
  }
  long long integer(const std::string& word) const {
    if (const auto number = parse_integer(word)) return *number;
    refuse(text("'", word, "' is not an integer"));
  }
  [[noreturn]] void refuse(const std::string& problem) const {
    throw Error(ErrorCode::InvalidFile, problem, "mend the line, or remove it and run again")
        .within(text(name_, ":", table_.lines[row_]));
  }

  const codec::CsvTable& table_;
  std::size_t row_;
  const std::string& name_;
};

Run run_of(const Row& row) {
  return {.key = {.problem = row.text_of("problem"),
                  .method = row.text_of("method"),
                  .seed = row.seed(),
                  .setting = {row.count("budget"), row.count("batch"), row.count("start")}},
          .version = row.text_of("version"),
          .minimum = row.number("minimum"),
          .poor = row.optional_number("poor"),
          .evaluations = row.count("evaluations"),
          .failures = row.count("failures"),
          .curve = row.curve(),
          .ask_seconds = row.numbers("ask_seconds")};
}

/// Three digits are more than a clock on a shared machine is worth.
std::string rough(double seconds) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.3g", seconds);
  return buffer;
}

std::string header() {
  std::string line;
  codec::append_csv(line, run_columns());
  return line;
}

}  // namespace

const std::vector<std::string>& run_columns() {
  static const std::vector<std::string> kColumns = {
      "problem", "method", "seed",        "budget",   "batch", "start",      "version",
      "minimum", "poor",   "evaluations", "failures", "curve", "ask_seconds"};
  return kColumns;
}

std::vector<std::string> to_row(const Run& run) {
  std::vector<std::string> curve;
  for (const auto& [evaluation, value] : run.curve) curve.push_back(text(evaluation, ":", value));
  std::vector<std::string> seconds;
  for (const double s : run.ask_seconds) seconds.push_back(rough(s));
  const RunSetting& setting = run.key.setting;
  return {run.key.problem,
          run.key.method,
          std::to_string(run.key.seed),
          std::to_string(setting.budget),
          std::to_string(setting.batch),
          std::to_string(setting.start),
          run.version,
          number_text(run.minimum),
          run.poor ? number_text(*run.poor) : "",
          std::to_string(run.evaluations),
          std::to_string(run.failures),
          join(curve, " "),
          join(seconds, " ")};
}

std::map<RunKey, Run> parse_runs(std::string_view text, const std::string& name) {
  const std::size_t end = text.rfind('\n');
  const codec::CsvTable table =
      codec::read_csv(end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1), name);
  std::map<RunKey, Run> runs;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    Run run = run_of(Row(table, i, name));
    runs.insert_or_assign(run.key, std::move(run));
  }
  return runs;
}

std::map<RunKey, Run> read_runs(const std::string& path) {
  if (!std::filesystem::exists(path) || std::filesystem::file_size(path) == 0) return {};
  return parse_runs(read_text(path), path);
}

RunFile::RunFile(std::string path) : path_(std::move(path)) {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) {
    throw Error(ErrorCode::System, text("cannot write ", path_, ": ", std::strerror(errno)),
                "give another --out");
  }
  flock(file_, LOCK_EX);
  const off_t size = lseek(file_, 0, SEEK_END);
  off_t end = size;
  for (char last = 0; end > 0; --end) {
    if (pread(file_, &last, 1, end - 1) == 1 && last == '\n') break;
  }
  if (end < size && ftruncate(file_, end) != 0) end = size;
  if (end == 0) write_all(header());
  flock(file_, LOCK_UN);
}

RunFile::~RunFile() { close(file_); }

void RunFile::append(const Run& run) {
  std::string line;
  codec::append_csv(line, to_row(run));
  const std::lock_guard guard(mutex_);
  flock(file_, LOCK_EX);
  write_all(line);
  flock(file_, LOCK_UN);
}

void RunFile::write_all(std::string_view text_) {
  while (!text_.empty()) {
    const ssize_t n = write(file_, text_.data(), text_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      throw Error(ErrorCode::System, text("cannot write ", path_, ": ", std::strerror(errno)),
                  "make room on the disk; finished runs are kept");
    }
    text_.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace hone::quality
