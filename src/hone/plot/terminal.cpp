// SPDX-License-Identifier: MIT
#include "hone/plot/terminal.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/printable.hpp"
#include "hone/plot/glyphs.hpp"
#include "hone/plot/palette.hpp"
#include "hone/plot/terminal_marks.hpp"

namespace hone::plot {
namespace {

constexpr int kNarrowest = 34;
constexpr const char* kBold = "\x1b[1m";
constexpr const char* kDim = "\x1b[2m";

/// A block of lines that all take `width` columns, escape sequences not counted.
struct Block {
  std::vector<std::string> lines;
};

class ChartText {
 public:
  ChartText(const Chart& chart, int width, const TerminalStyle& style)
      : chart_(chart),
        width_(width),
        style_(style),
        rows_(rows_for(chart, style.rows)),
        scales_(scales_of(chart)) {
    const bool named = !chart.y.categories.empty();  // each row has its name, or it tells nothing
    if (!chart.y.bare) y_ticks_ = scales_.y.ticks(named ? rows_ : std::max(3, rows_ / 3), style.unicode);
    std::size_t widest = 1;
    for (const Tick& tick : y_ticks_) widest = std::max(widest, display_width(tick.label));
    label_width_ = static_cast<int>(std::min<std::size_t>(widest, static_cast<std::size_t>(width) / 3));
    columns_ = std::max(4, width - label_width_ - 3);
  }

  Block draw() {
    Block block;
    if (!chart_.title.empty()) block.lines.push_back(marked(kBold, padded(indent() + chart_.title)));
    heading(block);
    body(block);
    foot(block);
    return block;
  }

 private:
  /// As many as are wanted, or so few or many more that each category has the same number of them.
  static int rows_for(const Chart& chart, int wanted) {
    const auto categories = static_cast<int>(chart.y.categories.size());
    return categories == 0 ? wanted : categories * std::max(1, wanted / categories);
  }

  std::string indent() const { return std::string(static_cast<std::size_t>(label_width_ + 2), ' '); }

  std::string padded(const std::string& text) const {
    const auto width = static_cast<std::size_t>(width_);
    return pad_right(fit(printable(text), width, style_.unicode), width);
  }

  std::string marked(const char* start, const std::string& text) const {
    return style_.colour ? start + text + kAnsiReset : text;
  }

  /// The y label and the legend share a line; the legend is left out of narrow charts.
  void heading(Block& block) {
    std::string text = " " + printable(chart_.y.label);
    std::size_t used = display_width(text);
    std::string legend;
    for (const Series& series : chart_.series) {
      if (series.name.empty()) continue;
      const std::string name = printable(series.name);
      const std::string sign = legend_sign(series, style_.unicode);
      const std::size_t width = (sign.empty() ? 2 : 4) + display_width(name);
      if (used + width > static_cast<std::size_t>(width_)) break;
      used += width;
      const std::string& key = sign.empty() ? name : sign;
      legend += "  " + (style_.colour ? ansi_of(series.colour) + key + kAnsiReset : key);
      if (!sign.empty()) legend += " " + name;
    }
    if (chart_.y.label.empty() && legend.empty()) return;
    const std::size_t gap =
        static_cast<std::size_t>(width_) - std::min(static_cast<std::size_t>(width_), used);
    block.lines.push_back(fit_label(text) + std::string(gap, ' ') + legend);
  }

  std::string fit_label(const std::string& text) const {
    return fit(text, static_cast<std::size_t>(width_), style_.unicode);
  }

  void body(Block& block) {
    DotCanvas canvas(columns_, rows_, style_.unicode);
    sections(block, canvas);
    TerminalMarks marks(canvas, scales_, style_.unicode);
    for (const Series& series : chart_.series) marks.draw(series);
    std::vector<std::string> labels(static_cast<std::size_t>(rows_));
    for (const Tick& tick : y_ticks_) {
      const double place = scales_.y.place(tick.value);
      const long row = std::lround((1.0 - place) * (rows_ - 1));
      if (row >= 0 && row < rows_) labels[static_cast<std::size_t>(row)] = tick.label;
    }
    for (int r = 0; r < rows_; ++r) {
      const std::string& label = labels[static_cast<std::size_t>(r)];
      const auto width = static_cast<std::size_t>(label_width_);
      const std::string edge = style_.unicode ? (label.empty() ? "│" : "┤") : (label.empty() ? "|" : "+");
      block.lines.push_back(pad_left(fit(printable(label), width, style_.unicode), width) + " " +
                            marked(kDim, edge) + canvas.row(r, style_.colour) + " ");
    }
  }

  /// A line of labels above the canvas, and where each begins a line down through it.
  void sections(Block& block, DotCanvas& canvas) {
    constexpr int kLinesApart = 3;  // or many short ones would be a wall
    int line_at = 0;
    std::string line;
    std::size_t used = 0;
    for (const Section& section : chart_.sections) {
      const double place = std::max(scales_.x.place(section.begin), 0.0);
      if (!(place <= 1.0)) continue;
      const int column = static_cast<int>(std::lround(place * (columns_ - 1)));
      const auto start = static_cast<std::size_t>(column);
      const std::string label = printable(section.label);
      const std::size_t width = display_width(label);
      if (column >= line_at + kLinesApart) {
        canvas.backdrop(column * canvas.width() / columns_, style_.unicode ? "┊" : "|");
        line_at = column;
      }
      if ((used > 0 && start < used + 1) || start + width > static_cast<std::size_t>(columns_)) continue;
      line += std::string(start - used, ' ') + label;
      used = start + width;
    }
    if (used > 0) block.lines.push_back(marked(kDim, padded(indent() + line)));
  }

  void foot(Block& block) {
    std::string axis;
    std::string labels(static_cast<std::size_t>(columns_), ' ');
    std::vector<bool> tick_at(static_cast<std::size_t>(columns_), false);
    // Labels may be more than bytes wide, so they are laid out by column and joined afterwards.
    std::string line;
    std::size_t used = 0;
    for (const Tick& tick : x_ticks()) {
      const double place = scales_.x.place(tick.value);
      const auto column =
          static_cast<std::size_t>(std::clamp<long>(std::lround(place * (columns_ - 1)), 0, columns_ - 1));
      tick_at[column] = true;
      const std::size_t width = display_width(tick.label);
      std::size_t start = column - std::min(column, width / 2);
      start = std::min(
          start, static_cast<std::size_t>(columns_) - std::min(width, static_cast<std::size_t>(columns_)));
      if (used > 0 && start < used + 1) continue;
      line += std::string(start - used, ' ') + tick.label;
      used = start + width;
    }
    for (const bool tick : tick_at) axis += style_.unicode ? (tick ? "┬" : "─") : (tick ? "+" : "-");
    const std::string corner = std::string(static_cast<std::size_t>(label_width_ + 1), ' ');
    block.lines.push_back(corner + marked(kDim, (style_.unicode ? "└" : "+") + axis) + " ");
    block.lines.push_back(padded(indent() + line));
    if (!chart_.x.label.empty()) {
      const std::string label = printable(chart_.x.label);
      const std::size_t room = static_cast<std::size_t>(columns_) -
                               std::min(static_cast<std::size_t>(columns_), display_width(label));
      block.lines.push_back(padded(indent() + std::string(room / 2, ' ') + label));
    }
  }

  std::vector<Tick> x_ticks() const {
    if (!chart_.x.categories.empty()) {
      std::vector<Tick> ticks = scales_.x.ticks(std::max(2, columns_ / 4), style_.unicode);
      const std::size_t room = static_cast<std::size_t>(columns_) / ticks.size();
      for (Tick& tick : ticks)
        tick.label = fit(printable(tick.label), room > 1 ? room - 1 : 1, style_.unicode);
      return ticks;
    }
    return scales_.x.ticks(std::max(2, columns_ / 8), style_.unicode);
  }

  const Chart& chart_;
  int width_;
  TerminalStyle style_;
  int rows_;
  ChartScales scales_;
  std::vector<Tick> y_ticks_;
  int label_width_ = 1;
  int columns_ = 4;
};

/// Puts blocks side by side. What one lacks is a legend or a heading, so it is filled up with blank lines at
/// the top, and the axes are level.
void join_blocks(const std::vector<Block>& blocks, int width, std::string& out) {
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.lines.size());
  for (std::size_t i = 0; i < height; ++i) {
    std::string line;
    for (const Block& block : blocks) {
      const std::size_t above = height - block.lines.size();
      line += i >= above ? block.lines[i - above] : std::string(static_cast<std::size_t>(width), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
}

}  // namespace

std::string to_terminal(const Figure& figure, const TerminalStyle& style) {
  const int width = std::max(20, style.width);
  const int columns = std::clamp(std::min(figure.columns, width / kNarrowest), 1,
                                 std::max(1, static_cast<int>(figure.charts.size())));
  std::string out;
  const auto add_line = [&](const std::string& text, const char* start) {
    if (text.empty()) return;
    const std::string shown = fit(printable(text), static_cast<std::size_t>(width), style.unicode);
    out += style.colour ? start + shown + kAnsiReset + "\n" : shown + "\n";
  };
  add_line(figure.title, kBold);
  add_line(figure.subtitle, kDim);
  for (std::size_t i = 0; i < figure.charts.size(); i += static_cast<std::size_t>(columns)) {
    std::vector<Block> row;
    for (std::size_t j = i; j < std::min(figure.charts.size(), i + static_cast<std::size_t>(columns)); ++j) {
      row.push_back(ChartText(figure.charts[j], width / columns, style).draw());
    }
    if (!out.empty()) out += "\n";
    join_blocks(row, width / columns, out);
  }
  for (const std::string& note : notes_of(figure)) {
    out += "\n";
    for (const std::string& line : wrapped(printable(note), static_cast<std::size_t>(width)))
      out += line + "\n";
  }
  return out;
}

}  // namespace hone::plot
