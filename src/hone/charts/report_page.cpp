// SPDX-License-Identifier: MIT
#include "hone/charts/report_page.hpp"

#include "hone/charts/html.hpp"

namespace hone::charts {

ReportPage::ReportPage(std::string_view title) : title_(html_escape(title)) {}

void ReportPage::section(const char* id, const std::string& heading) {
  if (open_) body_ += "</section>\n";
  open_ = true;
  const std::string name = id;
  body_ += "<section class=\"card\" id=\"" + name + "\">\n<h2>" + html_escape(heading) + "</h2>\n";
  contents_ += "<a href=\"#" + name + "\">" + html_escape(heading) + "</a>\n";
}

void ReportPage::paragraph(std::string_view text, const char* look) {
  const std::string_view name = look;
  body_.append("<p");
  if (!name.empty()) body_.append(" class=\"").append(name).append("\"");
  body_.append(">").append(html_escape(text)).append("</p>\n");
}

void ReportPage::figure(const char* name) {
  body_.append("<div data-figure=\"").append(name).append("\"></div>\n");
}

std::string ReportPage::finish(const ReportCode& code, std::string_view data) {
  if (open_) body_ += "</section>\n";
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src " +
         policy_hash(code.style) + "; script-src " + policy_hash(code.script) +
         "; base-uri 'none'; form-action 'none'\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<title>" + title_ + "</title>\n<style>";
  out.append(code.style).append("</style>\n</head>\n<body>\n<main class=\"report\">\n<h1>").append(title_);
  out += "</h1>\n<nav aria-label=\"Contents\">\n" + contents_ + "</nav>\n";
  out +=
      "<noscript><p class=\"hint\">The pictures and the whole table of trials need "
      "JavaScript.</p></noscript>\n";
  out += body_ + "</main>\n<script type=\"application/json\" id=\"report-data\">";
  out.append(data).append("</script>\n<script>").append(code.script).append("</script>\n</body>\n</html>\n");
  return out;
}

}  // namespace hone::charts
