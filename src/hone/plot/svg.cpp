// SPDX-License-Identifier: MIT
#include "hone/plot/svg.hpp"

#include <algorithm>
#include <cmath>

#include "hone/base/text.hpp"
#include "hone/plot/glyphs.hpp"
#include "hone/plot/svg_marks.hpp"

namespace hone::plot {
namespace {

constexpr double kTickSize = 11;
constexpr double kLabelSize = 12;
constexpr double kLegendSize = 12;
constexpr double kSectionSize = 10;
constexpr const char* kTickStyle = "font-size=\"11\" fill=\"#6b7280\"";
// With an edge of the page's colour, so that it reads on top of lines.
constexpr const char* kAxisTickStyle =
    "text-anchor=\"end\" font-size=\"10\" fill=\"#374151\" stroke=\"#ffffff\" stroke-width=\"3\" "
    "paint-order=\"stroke\"";
constexpr const char* kBeyondStyle =
    "font-size=\"10\" font-weight=\"600\" fill=\"#374151\" stroke=\"#ffffff\" stroke-width=\"3\" "
    "paint-order=\"stroke\"";
constexpr const char* kLabelStyle = "font-size=\"12\" fill=\"#4b5563\"";

/// Roughly how wide a text will be; nobody can measure the reader's font here.
double text_width(std::string_view text, double size) {
  return 0.56 * size * static_cast<double>(display_width(text));
}

bool named(const Series& series) { return !series.name.empty(); }

double legend_entry_width(const Series& series) { return 18 + text_width(series.name, kLegendSize) + 16; }

/// Rows that the legend needs in the given width.
int legend_rows(const Chart& chart, double width) {
  int rows = 0;
  double x = width + 1;
  for (const Series& series : chart.series) {
    if (!named(series)) continue;
    const double entry = legend_entry_width(series);
    if (x + entry > width) {
      ++rows;
      x = 0;
    }
    x += entry;
  }
  return rows;
}

/// One cell of the grid.
class ChartPainter {
 public:
  ChartPainter(SvgWriter& out, const Chart& chart, const Frame& cell)
      : out_(out), chart_(chart), cell_(cell), scales_(scales_of(chart)) {
    if (chart.y.bare) {
      // Axes inside label themselves, and have room on both sides.
      frame_ = {cell.left + 10, 0, cell.width - 20, 0};
      lay_out(own_top());
      return;
    }
    // A row of text for each category: bars without their names tell nothing.
    const double room = chart_.y.categories.empty() ? 60.0 : 20.0;
    y_ticks_ = scales_.y.ticks(std::max(2, static_cast<int>(cell.height / room)));
    double widest = 0;
    for (const Tick& tick : y_ticks_) widest = std::max(widest, text_width(tick.label, kTickSize));
    const double left = (chart.y.label.empty() ? 14 : 34) + std::min(widest, cell.width / 3) + 8;
    frame_ = {cell.left + left, 0, cell.width - left - 18, 0};
    lay_out(own_top());
  }

  /// The room that title, legend and sections need above the frame.
  double own_top() const {
    const int rows = legend_rows(chart_, frame_.width + 2);
    return 14 + (chart_.title.empty() ? 0 : 22) + 20 * rows + (chart_.sections.empty() ? 0 : 12);
  }

  /// Frames that stand side by side are equally high when they begin at the same height.
  void lay_out(double top) {
    const double bottom = 30 + (chart_.x.label.empty() ? 0 : 20) + (names_in_turn() ? 14 : 0);
    frame_.top = cell_.top + top;
    frame_.height = cell_.height - top - bottom;
  }

  void paint() {
    out_.open(place());
    headings();
    out_.open("data-grid=\"\"");
    if (!chart_.y.bare) grid();
    sections();
    out_.close();
    SvgMarks marks(out_, frame_, scales_);
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      out_.open("data-series=\"" + std::to_string(i) + "\"");
      marks.draw(chart_.series[i]);
      out_.close();
    }
    const auto parallel = std::find_if(chart_.series.begin(), chart_.series.end(), [](const Series& series) {
      return std::holds_alternative<Parallel>(series.marks);
    });
    if (parallel != chart_.series.end()) upright_axes(std::get<Parallel>(parallel->marks));
    out_.close();
  }

 private:
  /// Where the frame lies, in pixels, and what its borders are on both axes: for pages that make a picture
  /// alive.
  std::string place() const {
    const auto borders = [](const Scale& scale) {
      return number_text(scale.low()) + " " + number_text(scale.high()) +
             (scale.kind() == AxisScale::Log ? " log" : " linear");
    };
    return "data-frame=\"" + number_text(frame_.left) + " " + number_text(frame_.top) + " " +
           number_text(frame_.width) + " " + number_text(frame_.height) + "\" data-x=\"" +
           borders(scales_.x) + "\" data-y=\"" + borders(scales_.y) + "\"";
  }

  double x_of(double value) const { return frame_.left + scales_.x.place(value) * frame_.width; }
  double y_of(double value) const { return frame_.bottom() - scales_.y.place(value) * frame_.height; }

  /// Whether the names of upright axes would touch, and stand on two lines in turn.
  bool names_in_turn() const { return chart_.y.bare && x_of(1.0) - x_of(0.0) <= 90; }

  void headings() {
    double y = cell_.top + 20;
    if (!chart_.title.empty()) {
      out_.text({frame_.left, y}, chart_.title, "font-size=\"14\" font-weight=\"600\" fill=\"#1f2937\"");
      y += 22;
    }
    legend(y);
    const double middle = frame_.left + frame_.width / 2;
    if (!chart_.x.label.empty()) {
      out_.text({middle, frame_.bottom() + 42}, chart_.x.label,
                std::string("text-anchor=\"middle\" ") + kLabelStyle);
    }
    if (!chart_.y.label.empty()) {
      // Turned about its own position.
      out_.open("transform=\"translate(" + std::to_string(static_cast<int>(cell_.left + 20)) + " " +
                std::to_string(static_cast<int>(frame_.top + frame_.height / 2)) + ") rotate(-90)\"");
      out_.text({0, 0}, chart_.y.label, std::string("text-anchor=\"middle\" ") + kLabelStyle);
      out_.close();
    }
  }

  void legend(double y) {
    double x = frame_.left;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      const Series& series = chart_.series[i];
      if (!named(series)) continue;
      if (x > frame_.left && x + legend_entry_width(series) > frame_.right() + 2) {
        x = frame_.left;
        y += 20;
      }
      out_.open("data-legend=\"" + std::to_string(i) + "\"");
      legend_key(series, {x, y - 4});
      out_.text({x + 18, y}, series.name, "font-size=\"12\" fill=\"#374151\"");
      out_.close();
      x += legend_entry_width(series);
    }
  }

  void legend_key(const Series& series, Pixel at) {
    const std::string colour = hex(colour_of(series.colour));
    if (std::holds_alternative<Parallel>(series.marks)) {
      out_.line(at, {at.x + 14, at.y}, "stroke=\"" + colour + "\" stroke-width=\"2\"");
    } else if (const Line* line = std::get_if<Line>(&series.marks)) {
      out_.line(
          at, {at.x + 14, at.y},
          "stroke=\"" + colour + "\" stroke-width=\"2\"" + (line->dashed ? " stroke-dasharray=\"4 3\"" : ""));
    } else if (const Dots* points = std::get_if<Dots>(&series.marks)) {
      draw_marker(out_, points->marker, {at.x + 8, at.y}, points->marker == Marker::Circle ? 3.5 : 4,
                  "fill=\"" + colour + "\"");
    } else {
      const bool band = std::holds_alternative<Band>(series.marks);
      out_.rect(at.x + 1, at.y - 5, 12, 10,
                "rx=\"2\" fill=\"" + colour + (band ? "\" fill-opacity=\"0.25\"" : "\""));
    }
  }

  void grid() {
    out_.open("stroke=\"#eceff3\"");
    for (const double value : scales_.y.minor())
      rule({frame_.left, y_of(value)}, {frame_.right(), y_of(value)});
    for (const double value : scales_.x.minor())
      rule({x_of(value), frame_.top}, {x_of(value), frame_.bottom()});
    out_.close();
    out_.open("stroke=\"#dde1e7\"");
    for (const Tick& tick : y_ticks_)
      rule({frame_.left, y_of(tick.value)}, {frame_.right(), y_of(tick.value)});
    const std::vector<Tick> x_ticks = horizontal_ticks();
    if (chart_.x.categories.empty()) {
      for (const Tick& tick : x_ticks)
        rule({x_of(tick.value), frame_.top}, {x_of(tick.value), frame_.bottom()});
    }
    out_.close();
    out_.line({frame_.left, frame_.bottom()}, {frame_.right(), frame_.bottom()}, "stroke=\"#9ca3af\"");
    for (const Tick& tick : x_ticks) {
      out_.text({x_of(tick.value), frame_.bottom() + 18}, tick.label,
                std::string("text-anchor=\"middle\" ") + kTickStyle);
    }
    for (const Tick& tick : y_ticks_) {
      const std::string label =
          fit(tick.label, static_cast<std::size_t>(cell_.width / 3 / (0.56 * kTickSize)));
      out_.text({frame_.left - 8, y_of(tick.value) + 4}, label,
                std::string("text-anchor=\"end\" ") + kTickStyle);
    }
  }

  /// The axes of parallel coordinates, over the lines: each with its name below and a few marks beside it.
  void upright_axes(const Parallel& parallel) {
    const double apart = x_of(1.0) - x_of(0.0);
    const auto room = static_cast<std::size_t>(std::clamp(apart / (0.56 * kTickSize) - 1.0, 3.0, 24.0));
    for (std::size_t i = 0; i < parallel.axes.size(); ++i) {
      const double x = x_of(static_cast<double>(i));
      const Scale scale(parallel.axes[i], {});
      out_.line({x, frame_.top}, {x, frame_.bottom()}, "stroke=\"#9ca3af\"");
      for (const Tick& tick : scale.ticks(std::max(2, static_cast<int>(frame_.height / 60)))) {
        const double y = frame_.bottom() - scale.place(tick.value) * frame_.height;
        if (!(y >= frame_.top - 1 && y <= frame_.bottom() + 1)) continue;
        out_.line({x - 4, y}, {x, y}, "stroke=\"#9ca3af\"");
        out_.text({x - 6, y + 4}, fit(tick.label, std::max<std::size_t>(room / 2, 4)), kAxisTickStyle);
      }
      beyond_labels(parallel.axes[i], x);
      out_.text({x, frame_.bottom() + (names_in_turn() && i % 2 == 1 ? 34 : 18)},
                fit(parallel.axes[i].label, 2 * room), std::string("text-anchor=\"middle\" ") + kLabelStyle);
    }
  }

  /// How many lines end at an end of an axis although they belong further out.
  void beyond_labels(const Axis& axis, double x) {
    if (!axis.beyond) return;
    const auto tell = [&](Marker arrow, std::int64_t count, double y) {
      if (count == 0) return;
      draw_marker(out_, arrow, {x + 7, y}, 3.6, "fill=\"#374151\"");
      out_.text({x + 13, y + 4}, std::to_string(count), kBeyondStyle);
    };
    tell(Marker::Up, axis.beyond->high, frame_.top + 6);
    tell(Marker::Down, axis.beyond->low, frame_.bottom() - 6);
  }

  /// Labels stand above the frame, where no point hides them.
  void sections() {
    double free = frame_.left - 1;
    for (const Section& section : chart_.sections) {
      const double x = std::max(x_of(section.begin), frame_.left);
      if (x < free || x > frame_.right()) continue;
      out_.line({x, frame_.top - 12}, {x, frame_.bottom()}, "stroke=\"#a3abb8\" stroke-dasharray=\"2 3\"");
      out_.text({x + 3, frame_.top - 3}, section.label, "font-size=\"10\" fill=\"#6b7280\"");
      free = x + 3 + text_width(section.label, kSectionSize) + 3;
    }
  }

  void rule(Pixel a, Pixel b) { out_.line(a, b, ""); }

  /// As many marks as fit without their labels touching; category names are shortened first.
  std::vector<Tick> horizontal_ticks() const {
    const std::size_t categories = chart_.x.categories.size();
    if (categories > 0) {
      std::vector<Tick> ticks = scales_.x.ticks(std::max(2, static_cast<int>(frame_.width / 32)));
      const double room = frame_.width / static_cast<double>(ticks.size());
      for (Tick& tick : ticks) {
        tick.label = fit(tick.label, static_cast<std::size_t>(std::max(2.0, room / (0.56 * kTickSize) - 1)));
      }
      return ticks;
    }
    for (int target = static_cast<int>(frame_.width / 60); target > 1; --target) {
      const std::vector<Tick> ticks = scales_.x.ticks(target);
      double needed = 0;
      for (const Tick& tick : ticks) needed = std::max(needed, text_width(tick.label, kTickSize) + 10);
      if (needed * static_cast<double>(ticks.size()) <= frame_.width) return ticks;
    }
    return scales_.x.ticks(2);
  }

  SvgWriter& out_;
  const Chart& chart_;
  Frame cell_;
  ChartScales scales_;
  Frame frame_;
  std::vector<Tick> y_ticks_;
};

double header_height(const Figure& figure) {
  return (figure.title.empty() ? 0 : 36) + (figure.subtitle.empty() ? 0 : 20);
}

void header(SvgWriter& out, const Figure& figure) {
  double y = 30;
  if (!figure.title.empty()) {
    out.text({20, y}, figure.title, "font-size=\"18\" font-weight=\"600\" fill=\"#111827\"");
    y += 22;
  }
  if (!figure.subtitle.empty()) out.text({20, y}, figure.subtitle, "font-size=\"13\" fill=\"#6b7280\"");
}

/// What the charts note, each sentence once, in lines as long as the figure is wide.
std::vector<std::string> note_lines(const Figure& figure, double width) {
  constexpr double kLetter = 6.3;  // of the notes' size, on average
  std::vector<std::string> lines;
  for (const std::string& note : notes_of(figure)) {
    for (std::string& line : wrapped(note, static_cast<std::size_t>((width - 40) / kLetter)))
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::string to_svg(const Figure& figure) {
  const int columns = std::clamp(figure.columns, 1, std::max(1, static_cast<int>(figure.charts.size())));
  const int rows = (static_cast<int>(figure.charts.size()) + columns - 1) / columns;
  const double width = columns * figure.chart_width;
  const std::vector<std::string> notes = note_lines(figure, width);
  constexpr double kNoteLine = 18;
  const double drawn = header_height(figure) + rows * figure.chart_height + 6;
  const double height = drawn + (notes.empty() ? 0 : 10 + kNoteLine * static_cast<double>(notes.size()));
  SvgWriter out(width, height, figure.title);
  out.rect(0.5, 0.5, width - 1, height - 1, "rx=\"8\" fill=\"#ffffff\" stroke=\"#e5e7eb\"");
  header(out, figure);
  std::vector<ChartPainter> painters;
  for (std::size_t i = 0; i < figure.charts.size(); ++i) {
    const int row = static_cast<int>(i) / columns;
    const int column = static_cast<int>(i) % columns;
    const Frame cell{column * figure.chart_width, header_height(figure) + row * figure.chart_height,
                     figure.chart_width, figure.chart_height};
    painters.emplace_back(out, figure.charts[i], cell);
  }
  // One legend may need more lines than another; the frames are equally high all the same.
  double top = 0;
  for (const ChartPainter& painter : painters) top = std::max(top, painter.own_top());
  for (ChartPainter& painter : painters) {
    painter.lay_out(top);
    painter.paint();
  }
  for (std::size_t i = 0; i < notes.size(); ++i)
    out.text({20, drawn + 14 + kNoteLine * static_cast<double>(i)}, notes[i],
             "font-size=\"12\" fill=\"#374151\"");
  return out.finish();
}

}  // namespace hone::plot
