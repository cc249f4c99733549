// SPDX-License-Identifier: MIT
#include "hone/charts/report_page.hpp"

#include "hone/charts/html.hpp"

namespace hone::charts {
namespace {

// The pictures are dark on white by themselves; at night their card, words and rules change, found by the
// colours that plot/ writes.
constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#111827;--soft:#6b7280;--line:#e5e7eb;--code:#f1f3f6}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1240px;margin:0 auto;padding:24px 20px 60px}
h1{font-size:26px;margin:8px 0 2px;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 12px}
nav{display:flex;flex-wrap:wrap;gap:4px 14px;margin:12px 0 18px;font-size:14px}
a{color:#0072b2;text-decoration:none}
a:hover{text-decoration:underline}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;margin:0 0 18px}
p{margin:6px 0 10px;max-width:100ch;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.wide,figure{overflow-x:auto;margin:0}
figure svg{max-width:100%;height:auto;display:block}
figure+figure{margin-top:14px}
table{border-collapse:collapse;font-size:13.5px;margin:4px 0 10px}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top;white-space:nowrap;max-width:60ch;overflow:hidden;text-overflow:ellipsis}
th{color:var(--soft);font-weight:600;cursor:pointer;user-select:none}
th[aria-sort=ascending]::after{content:" \25B4"}
th[aria-sort=descending]::after{content:" \25BE"}
td.n{text-align:right;font-variant-numeric:tabular-nums}
td.complete{color:#00734f}td.failed,td.timed_out,td.infeasible{color:#b34700}td.pruned{color:#946200}
.trials .wide{overflow:visible}
.trials{max-height:70vh;overflow:auto}
.trials th{position:sticky;top:0;background:var(--card)}
pre{background:var(--code);border-radius:6px;padding:10px 12px;margin:6px 0 10px;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all;font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.bar{display:flex;height:12px;border-radius:6px;overflow:hidden;background:var(--line);margin:6px 0 10px;max-width:760px}
.bar svg{display:block;flex:none}
.bar .complete{background:#0072b2}.bar .failed{background:#d55e00}.bar .pruned{background:#de9600}.bar .running{background:#949ca8}
.big{font-size:22px;font-weight:600}
@media(prefers-color-scheme:dark){
:root{--page:#12151a;--card:#1b1f27;--ink:#e6e8ec;--soft:#9aa3b0;--line:#323945;--code:#252b35}
a{color:#6bb6ea}
td.complete{color:#4fd1a5}td.failed,td.timed_out,td.infeasible{color:#ff9a5a}td.pruned{color:#f0bd4f}
svg rect[rx="8"]{fill:#1b1f27;stroke:#323945}
svg text{fill:#b4bcc8}
svg text[fill="#111827"],svg text[fill="#1f2937"]{fill:#e6e8ec}
svg text[stroke]{stroke:#1b1f27}
svg g[stroke="#eceff3"]{stroke:#262c36}
svg g[stroke="#dde1e7"]{stroke:#323945}
svg line[stroke="#9ca3af"],svg line[stroke="#a3abb8"]{stroke:#6b7482}
svg circle[fill="#ffffff"]{fill:#1b1f27}
svg :is(circle,g,rect)[fill="#0072b2"]{fill:#4aa8e6}
svg :is(path,polyline,line,rect)[stroke="#0072b2"]{stroke:#4aa8e6}
}
@media print{body{background:#fff}nav{display:none}section{border:0;padding:0 0 12px;break-inside:avoid}.trials{max-height:none;overflow:visible}section.long{break-inside:auto}}
)css";

// Numbers by size, words by the alphabet, what is empty last.
constexpr std::string_view kScript = R"js(
document.querySelectorAll("table.sort th").forEach(function (th) {
  th.tabIndex = 0;
  function sort() {
    var body = th.closest("table").tBodies[0], column = th.cellIndex;
    var down = th.getAttribute("aria-sort") === "ascending";
    th.parentNode.querySelectorAll("th").forEach(function (o) { o.removeAttribute("aria-sort"); });
    th.setAttribute("aria-sort", down ? "descending" : "ascending");
    var rows = Array.from(body.rows, function (row) {
      var text = row.cells[column].textContent.trim();
      return { row: row, text: text, number: text === "" ? NaN : Number(text) };
    });
    rows.sort(function (a, b) {
      if ((a.text === "") !== (b.text === "")) return a.text === "" ? 1 : -1;
      var na = isNaN(a.number), nb = isNaN(b.number);
      var order = na !== nb ? (na ? 1 : -1) : na ? a.text.localeCompare(b.text) : a.number - b.number;
      return down ? -order : order;
    });
    rows.forEach(function (r) { body.appendChild(r.row); });
  }
  th.addEventListener("click", sort);
  th.addEventListener("keydown", function (e) { if (e.key === "Enter") sort(); });
});
)js";

}  // namespace

ReportPage::ReportPage(std::string_view title) : title_(html_escape(title)) {}

void ReportPage::section(const char* id, const char* heading) {
  if (open_) body_ += "</section>\n";
  open_ = true;
  const std::string_view name = id;
  body_.append("<section id=\"").append(name).append(name == "trials" ? "\" class=\"long\">" : "\">");
  body_.append("\n<h2>").append(html_escape(heading)).append("</h2>\n");
  contents_.append("<a href=\"#").append(name).append("\">").append(html_escape(heading)).append("</a>\n");
}

void ReportPage::paragraph(std::string_view text, const char* look) {
  const std::string_view name = look;
  body_.append("<p");
  if (!name.empty()) body_.append(" class=\"").append(name).append("\"");
  body_.append(">").append(html_escape(text)).append("</p>\n");
}

std::string ReportPage::finish() {
  if (open_) body_ += "</section>\n";
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src ";
  out += script_hash(kScript) + "; base-uri 'none'; form-action 'none'\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += "<title>" + title_ + "</title>\n<style>";
  out.append(kStyle)
      .append("</style>\n</head>\n<body>\n<main>\n<h1>")
      .append(title_)
      .append("</h1>\n<nav>\n");
  out += contents_ + "</nav>\n" + body_ + "</main>\n<script>";
  out.append(kScript).append("</script>\n</body>\n</html>\n");
  return out;
}

}  // namespace hone::charts
