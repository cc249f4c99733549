// SPDX-License-Identifier: MIT
#pragma once

#include <utility>  // Boost 1.74 forgets it

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string>
#include <string_view>
#include <vector>

// Beast reads HTTP/1.1; its asynchronous operations, which are compiled for every stream and message, are not
// used: bytes come and go through a Channel.
namespace hone::net {

using RequestParser = boost::beast::http::request_parser<boost::beast::http::string_body>;
using ResponseParser = boost::beast::http::response_parser<boost::beast::http::string_body>;
using Headers = std::vector<std::pair<std::string, std::string>>;

/// Gives a parser what has been read and keeps the rest. Whether it has enough is for the parser to say.
void feed(RequestParser& parser, boost::beast::flat_buffer& bytes, boost::system::error_code& error);
void feed(ResponseParser& parser, boost::beast::flat_buffer& bytes, boost::system::error_code& error);
/// The other side has ended the connection: an error unless that is how a message ends.
void feed_end(RequestParser& parser, boost::system::error_code& error);
void feed_end(ResponseParser& parser, boost::system::error_code& error);

/// Line ends in a value become blanks, so that no value makes a header of its own.
std::string request_head(std::string_view method, std::string_view target, const Headers& headers);
std::string answer_head(int status, const Headers& headers);

/// Puts a header in the place of one of this name, whatever its case, or behind the others.
void set_header(Headers& headers, std::string_view name, std::string_view value);

}  // namespace hone::net
