// SPDX-License-Identifier: MIT
#include "hone/charts/html.hpp"

#include <cstdint>

#include "hone/base/sha256.hpp"
#include "hone/plot/svg_writer.hpp"

namespace hone::charts {
namespace {

int hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/// Base64 (RFC 4648) of bytes that are written as hexadecimal digits.
std::string base64_of_hex(const std::string& hex) {
  static constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char digit : hex) {
    bits = bits << 4 | static_cast<std::uint32_t>(hex_digit(digit));
    held += 4;
    if (held < 6) continue;
    held -= 6;
    out += kAlphabet[bits >> held & 63];
  }
  if (held > 0) out += kAlphabet[bits << (6 - held) & 63];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

// What makes text safe in XML makes it safe in HTML, quotes of both kinds included.
std::string html_escape(std::string_view text) { return plot::xml_escape(text); }

HtmlTable::HtmlTable(const char* name, const std::vector<std::string>& headings) {
  out_.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").append(name);
  out_ += "\"><table class=\"table\"><thead><tr>";
  for (const std::string& heading : headings) out_ += "<th scope=\"col\">" + html_escape(heading) + "</th>";
  out_ += "</tr></thead><tbody>\n";
}

void HtmlTable::row(const std::vector<HtmlCell>& cells) {
  out_ += "<tr>";
  for (const HtmlCell& cell : cells) {
    const std::string_view look = cell.look;
    out_ += "<td";
    if (!look.empty()) out_.append(" class=\"").append(look).append("\"");
    out_ += ">" + html_escape(cell.text) + "</td>";
  }
  out_ += "</tr>\n";
}

std::string HtmlTable::finish() { return std::move(out_) + "</tbody></table></div>\n"; }

std::string policy_hash(std::string_view source) { return "'sha256-" + base64_of_hex(sha256(source)) + "'"; }

}  // namespace hone::charts
