// SPDX-License-Identifier: MIT
#include "hone/net/http_message.hpp"

#include <gtest/gtest.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <string>

namespace hone::net {
namespace {

namespace http = boost::beast::http;

void put(boost::beast::flat_buffer& bytes, const std::string& more) {
  bytes.commit(boost::asio::buffer_copy(bytes.prepare(more.size()), boost::asio::buffer(more)));
}

TEST(HttpMessage, AnAnswerThatWasWrittenIsReadBack) {
  boost::beast::flat_buffer bytes;
  put(bytes, answer_head(404, {{"Content-Type", "text/plain"}, {"Content-Length", "5"}}) + "hello");
  ResponseParser parser;
  parser.eager(true);
  boost::system::error_code error;
  feed(parser, bytes, error);
  EXPECT_FALSE(error);
  ASSERT_TRUE(parser.is_done());
  EXPECT_EQ(parser.get().result_int(), 404U);
  EXPECT_EQ(parser.get().reason(), "Not Found");
  EXPECT_EQ(parser.get()["content-type"], "text/plain");
  EXPECT_EQ(parser.get().body(), "hello");
}

TEST(HttpMessage, ARequestIsReadInPiecesOfAnyLengthAndTheNextOneIsLeft) {
  const std::string first =
      request_head("POST", "/v1/studies", {{"Host", "here"}, {"Content-Length", "3"}}) + "abc";
  const std::string both = first + "GET / HTTP/1.1\r\n";
  for (std::size_t piece = 1; piece <= both.size(); ++piece) {
    boost::beast::flat_buffer bytes;
    RequestParser parser;
    parser.eager(true);
    boost::system::error_code error;
    std::size_t at = 0;
    while (!parser.is_done() && at < both.size()) {
      put(bytes, both.substr(at, piece));
      at += piece;
      feed(parser, bytes, error);
      ASSERT_FALSE(error) << error.message() << " in pieces of " << piece;
    }
    ASSERT_TRUE(parser.is_done()) << "in pieces of " << piece;
    EXPECT_EQ(parser.get().body(), "abc");
    EXPECT_EQ(parser.get().target(), "/v1/studies");
    EXPECT_EQ(bytes.size(), std::min(at, both.size()) - first.size()) << "in pieces of " << piece;
  }
}

TEST(HttpMessage, AnEndIsAnErrorUnlessTheMessageEndsWithIt) {
  boost::system::error_code error;
  RequestParser nothing;
  feed_end(nothing, error);
  EXPECT_EQ(error, http::error::end_of_stream);

  boost::beast::flat_buffer bytes;
  put(bytes, "GET / HTT");
  RequestParser part;
  error = {};
  feed(part, bytes, error);
  feed_end(part, error);
  EXPECT_EQ(error, http::error::partial_message);

  put(bytes, "HTTP/1.1 200 OK\r\n\r\nuntil the end");
  bytes.consume(9);
  ResponseParser open;
  open.eager(true);
  error = {};
  feed(open, bytes, error);
  EXPECT_FALSE(open.is_done());
  feed_end(open, error);
  EXPECT_FALSE(error);
  EXPECT_TRUE(open.is_done());
  EXPECT_EQ(open.get().body(), "until the end");
}

TEST(HttpMessage, ValuesCannotMakeHeadersOfTheirOwn) {
  const std::string head = answer_head(200, {{"X-Name", "a\r\nSet-Cookie: b"}});
  EXPECT_EQ(head, "HTTP/1.1 200 OK\r\nX-Name: a  Set-Cookie: b\r\n\r\n");
}

TEST(HttpMessage, AHeaderIsReplacedWhateverItsCase) {
  Headers headers = {{"Content-Type", "a"}, {"ETag", "b"}};
  set_header(headers, "content-type", "c");
  set_header(headers, "Connection", "close");
  EXPECT_EQ(headers, (Headers{{"Content-Type", "c"}, {"ETag", "b"}, {"Connection", "close"}}));
}

}  // namespace
}  // namespace hone::net
