// SPDX-License-Identifier: MIT
#include "hone/plot/svg_writer.hpp"

#include <cmath>
#include <cstdio>

#include "hone/base/printable.hpp"
#include "hone/plot/glyphs.hpp"

namespace hone::plot {
namespace {

/// A pixel coordinate with at most two decimals: enough for the eye, and small files.
std::string pixel(double value) {
  if (!std::isfinite(value)) return "0";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.2f", value);
  std::string out = buffer;
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + pixel(value) + "\"";
}

}  // namespace

std::string xml_escape(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

SvgWriter::SvgWriter(double width, double height, std::string_view title) {
  out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
         attribute("height", height) + " viewBox=\"0 0 " + pixel(width) + " " + pixel(height) +
         "\" role=\"img\"" +
         " font-family=\"Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
         "sans-serif\">\n";
  if (!title.empty()) out_ += "<title>" + xml_escape(title) + "</title>\n";
}

void SvgWriter::rect(double x, double y, double width, double height, std::string_view style) {
  out_ += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
          attribute("height", height);
  out_.append(" ").append(style).append("/>\n");
}

void SvgWriter::line(Pixel a, Pixel b, std::string_view style) {
  out_ += "<line" + attribute("x1", a.x) + attribute("y1", a.y) + attribute("x2", b.x) + attribute("y2", b.y);
  out_.append(" ").append(style).append("/>\n");
}

void SvgWriter::circle(Pixel centre, double radius, std::string_view style) {
  out_ += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius);
  if (!style.empty()) out_.append(" ").append(style);
  out_ += "/>\n";
}

void SvgWriter::points(const std::vector<Pixel>& points) {
  out_ += " points=\"";
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) out_ += ' ';
    out_ += pixel(points[i].x) + "," + pixel(points[i].y);
  }
  out_ += "\"";
}

void SvgWriter::polyline(const std::vector<Pixel>& corners, std::string_view style) {
  out_ += "<polyline";
  points(corners);
  out_.append(" fill=\"none\" ").append(style).append("/>\n");
}

void SvgWriter::polygon(const std::vector<Pixel>& corners, std::string_view style) {
  out_ += "<polygon";
  points(corners);
  out_.append(" ").append(style).append("/>\n");
}

void SvgWriter::path_data(const std::vector<std::vector<Pixel>>& runs, std::string_view ending) {
  // Steps from corner to corner are short, and in whole tenths they do not add up errors.
  struct Tenths {
    long x;
    long y;
    explicit Tenths(Pixel p) : x(std::lround(10.0 * p.x)), y(std::lround(10.0 * p.y)) {}
  };
  const auto number = [](long tenths) { return pixel(static_cast<double>(tenths) / 10.0); };
  out_ += "<path d=\"";
  for (const std::vector<Pixel>& ring : runs) {
    Tenths last(ring.front());
    out_ += "M" + number(last.x) + " " + number(last.y) + "l";
    for (std::size_t i = 1; i < ring.size(); ++i) {
      const Tenths next(ring[i]);
      if (i > 1) out_ += ' ';
      out_ += number(next.x - last.x) + " " + number(next.y - last.y);
      last = next;
    }
    out_ += ending;
  }
  out_ += "\"";
}

void SvgWriter::path(const std::vector<std::vector<Pixel>>& rings, std::string_view style) {
  path_data(rings, "z");
  out_.append(" ").append(style).append("/>\n");
}

void SvgWriter::strokes(const std::vector<std::vector<Pixel>>& runs, std::string_view style) {
  path_data(runs, "");
  out_.append(" fill=\"none\" ").append(style).append("/>\n");
}

void SvgWriter::dots(const std::vector<Pixel>& places, std::string_view style) {
  out_ += "<path d=\"";
  for (const Pixel& place : places) {
    out_ += "M" + pixel(std::round(10.0 * place.x) / 10.0) + " " + pixel(std::round(10.0 * place.y) / 10.0) +
            "h0";
  }
  out_.append("\" fill=\"none\" stroke-linecap=\"round\" ").append(style).append("/>\n");
}

void SvgWriter::text(Pixel at, std::string_view content, std::string_view style) {
  out_ += "<text" + attribute("x", at.x) + attribute("y", at.y);
  out_.append(" ").append(style).append(">").append(xml_escape(content)).append("</text>\n");
}

void SvgWriter::open_clip(double x, double y, double width, double height) {
  const std::string id = "c" + std::to_string(clips_++);
  out_ += "<clipPath id=\"" + id + "\"><rect" + attribute("x", x) + attribute("y", y) +
          attribute("width", width) + attribute("height", height) + "/></clipPath>\n<g clip-path=\"url(#" +
          id + ")\">\n";
}

void SvgWriter::open(std::string_view style) { out_.append("<g ").append(style).append(">\n"); }

void SvgWriter::close() { out_ += "</g>\n"; }

std::string SvgWriter::finish() { return std::move(out_) + "</svg>\n"; }

}  // namespace hone::plot
