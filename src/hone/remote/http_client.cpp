// SPDX-License-Identifier: MIT
#include "hone/remote/http_client.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <random>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/remote/http_endpoint.hpp"

namespace hone::remote {
namespace {

using std::chrono::steady_clock;

constexpr double kConnectWithChoice = 3.0;  // seconds

std::string sorted_text(const std::vector<ServiceUrl>& urls) {
  std::vector<std::string> texts;
  for (const ServiceUrl& url : urls) texts.push_back(url.text());
  std::sort(texts.begin(), texts.end());
  return join(texts, ",");
}

}  // namespace

struct HttpClient::Parts {
  std::string place;
  double return_time = 30.0;
  std::vector<std::unique_ptr<HttpEndpoint>> endpoints = {};
  std::mutex mutex = {};  // guards those below
  std::size_t current = 0;
  steady_clock::time_point return_at = {};  // to the first; for one request, whose success decides
  std::mt19937 jitter{std::random_device{}()};

  /// The servers in the order in which a request tries them.
  std::vector<std::size_t> order() {
    const std::lock_guard guard(mutex);
    std::vector<std::size_t> places;
    if (current != 0 && steady_clock::now() >= return_at) {
      places.push_back(0);
      postpone_return();
    }
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
      const std::size_t place_of = (current + i) % endpoints.size();
      if (places.empty() || places.front() != place_of) places.push_back(place_of);
    }
    return places;
  }

  void stay_with(std::size_t place_of) {
    const std::lock_guard guard(mutex);
    if (place_of == current) return;
    current = place_of;
    postpone_return();
  }

  // Not all workers of a server that comes back return to it at the same moment.
  void postpone_return() {
    const double share = std::uniform_real_distribution(0.75, 1.25)(jitter);
    return_at = steady_clock::now() + milliseconds_of(return_time * share);
  }

  Error failure_of_all(const Error& last) const {
    if (endpoints.size() == 1) return last;
    return {ErrorCode::StorageBusy,
            text("none of the ", endpoints.size(), " servers answers; the last: ", last.what()),
            "they are tried again soon"};
  }
};

HttpClient::HttpClient(std::vector<ServiceUrl> urls, ClientOptions options)
    : parts_(new Parts{.place = sorted_text(urls), .return_time = options.return_time}) {
  const std::string& token = options.token;
  if (std::any_of(token.begin(), token.end(), [](unsigned char c) { return c <= ' ' || c >= 127; }))
    throw Error(ErrorCode::InvalidArgument, "the token holds a blank, a line break or another odd character",
                "set HONE_TOKEN to what 'hone token create' printed, and nothing else");
  if (options.certificate.empty() != options.key.empty())
    throw Error(ErrorCode::InvalidArgument, "a client's certificate is of no use without its key",
                "set both HONE_CLIENT_CERT and HONE_CLIENT_KEY, or neither");
  if (urls.size() > 1) options.connect_time = std::min(options.connect_time, kConnectWithChoice);
  for (ServiceUrl& url : urls)
    parts_->endpoints.push_back(std::make_unique<HttpEndpoint>(std::move(url), options));
}

HttpClient::~HttpClient() = default;

const std::string& HttpClient::place() const noexcept { return parts_->place; }
bool HttpClient::has_choice() const noexcept { return parts_->endpoints.size() > 1; }

HttpResponse HttpClient::send(const ClientRequest& request) {
  std::optional<HttpResponse> refused;
  std::optional<Error> failure;
  for (const std::size_t place_of : parts_->order()) {
    try {
      HttpResponse response = parts_->endpoints[place_of]->send(request);
      if (!is_unavailable(response)) {
        parts_->stay_with(place_of);
        return response;
      }
      refused = std::move(response);
    } catch (const EndpointFailure& failed) {
      if (failed.sent && request.once) throw failed.error;
      failure = failed.error;
    }
  }
  if (refused) return *refused;
  throw parts_->failure_of_all(*failure);
}

}  // namespace hone::remote
