// SPDX-License-Identifier: MIT
#include "hone/net/http_message.hpp"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>

#include "hone/base/text.hpp"

namespace hone::net {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

template <class Parser>
void feed_any(Parser& parser, boost::beast::flat_buffer& bytes, error_code& error) {
  if (bytes.size() == 0 || parser.is_done()) return;
  bytes.consume(parser.put(bytes.data(), error));
  if (error == http::error::need_more) error = {};
}

template <class Parser>
void feed_any_end(Parser& parser, error_code& error) {
  if (!parser.got_some()) {
    error = http::error::end_of_stream;
  } else {
    parser.put_eof(error);
  }
}

void add_line(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ");
  for (const char c : value) head += c == '\r' || c == '\n' ? ' ' : c;
  head += "\r\n";
}

std::string whole_head(std::string first, const Headers& headers) {
  for (const auto& [name, value] : headers) add_line(first, name, value);
  return first + "\r\n";
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

void feed(RequestParser& parser, boost::beast::flat_buffer& bytes, error_code& error) {
  feed_any(parser, bytes, error);
}
void feed(ResponseParser& parser, boost::beast::flat_buffer& bytes, error_code& error) {
  feed_any(parser, bytes, error);
}
void feed_end(RequestParser& parser, error_code& error) { feed_any_end(parser, error); }
void feed_end(ResponseParser& parser, error_code& error) { feed_any_end(parser, error); }

std::string request_head(std::string_view method, std::string_view target, const Headers& headers) {
  return whole_head(text(method, " ", target, " HTTP/1.1\r\n"), headers);
}

std::string answer_head(int status, const Headers& headers) {
  const boost::beast::string_view reason =
      http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return whole_head(text("HTTP/1.1 ", status, " ", std::string_view(reason.data(), reason.size()), "\r\n"),
                    headers);
}

void set_header(Headers& headers, std::string_view name, std::string_view value) {
  for (auto& [known, old] : headers) {
    if (!same_name(known, name)) continue;
    old = value;
    return;
  }
  headers.emplace_back(name, value);
}

}  // namespace hone::net
