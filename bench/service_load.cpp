// SPDX-License-Identifier: MIT
// service_load PORT CONNECTIONS SECONDS WORK [SAMPLER]: so many workers, each on a keep-alive connection to a
// `hone serve` of this machine, ask for a trial, work WORK seconds and tell, for SECONDS. Prints the
// latencies of ask and tell and the trials told per second, and checks with the service that no trial was
// handed out twice, lost or doubled. One thread, so that it takes little from the server beside it.
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <queue>
#include <set>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

int connect_to(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    std::perror("service_load: connect");
    std::exit(1);
  }
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

std::string request_text(const std::string& method, const std::string& target, const json& body) {
  const std::string content = body.is_null() ? "" : body.dump();
  return method + " " + target +
         " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(content.size()) + "\r\n\r\n" + content;
}

/// The body of an answer once it is whole, taken from the buffer; the status is 0 before.
struct Answer {
  int status = 0;
  std::string body = {};
};
Answer take_answer(std::string& buffer) {
  const std::size_t head = buffer.find("\r\n\r\n");
  const std::size_t field = buffer.find("Content-Length: ");
  if (head == std::string::npos || field == std::string::npos || field > head) return {};
  const std::size_t length = std::stoul(buffer.substr(field + 16));
  if (buffer.size() < head + 4 + length) return {};
  Answer answer{std::stoi(buffer.substr(9, 3)), buffer.substr(head + 4, length)};
  buffer.erase(0, head + 4 + length);
  return answer;
}

/// One request that is waited for.
json call(int port, const std::string& method, const std::string& target, const json& body = nullptr) {
  const int fd = connect_to(port);
  const std::string bytes = request_text(method, target, body);
  std::string buffer;
  char part[65536];
  Answer answer;
  if (::write(fd, bytes.data(), bytes.size()) > 0) {
    for (ssize_t size = 0; answer.status == 0 && (size = ::read(fd, part, sizeof part)) > 0;) {
      buffer.append(part, static_cast<std::size_t>(size));
      answer = take_answer(buffer);
    }
  }
  ::close(fd);
  return answer.body.empty() ? json() : json::parse(answer.body);
}

struct Worker {
  int fd = -1;
  std::string name = {};
  bool asks = true;  // otherwise it tells
  Clock::time_point sent = {};
  std::string buffer = {};
  json trial = {};
};

double percentile(std::vector<double>& values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1,
                         static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

class Load {
 public:
  Load(int port, int connections, double work, std::string study)
      : port_(port), work_(work), study_(std::move(study)), workers_(static_cast<std::size_t>(connections)) {
    epoll_ = ::epoll_create1(0);
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      Worker& worker = workers_[i];
      worker.fd = connect_to(port_);
      worker.name = "w" + std::to_string(i);
      ::fcntl(worker.fd, F_SETFL, O_NONBLOCK);
      epoll_event event{};
      event.events = EPOLLIN;
      event.data.u64 = i;
      ::epoll_ctl(epoll_, EPOLL_CTL_ADD, worker.fd, &event);
    }
  }

  void run(double seconds) {
    begun_ = Clock::now();
    end_ = begun_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    // They begin spread over the time of one trial, as workers do that were not started by one clock.
    for (std::size_t i = 0; i < workers_.size(); ++i)
      later_.push(
          {begun_ + part_of(work_ * static_cast<double>(i) / static_cast<double>(workers_.size())), i});
    std::vector<epoll_event> events(256);
    while (busy_ > 0 || !later_.empty()) {
      const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 5);
      for (int i = 0; i < count; ++i) receive(workers_[events[static_cast<std::size_t>(i)].data.u64]);
      while (!later_.empty() && later_.top().first <= Clock::now()) {
        const std::size_t who = later_.top().second;
        later_.pop();
        send(workers_[who]);
      }
    }
  }

  int report(double seconds) {
    const json study = call(port_, "GET", "/v1/studies/" + study_);
    const auto complete = study["counts"]["complete"].get<std::int64_t>();
    const auto total = study["counts"]["total"].get<std::int64_t>();
    const bool exact =
        complete == told_ && total == told_ && static_cast<std::int64_t>(numbers_.size()) == told_;
    std::printf("%zu workers, %.0f s: %lld trials told, %.0f trials/s, %lld errors\n", workers_.size(),
                seconds, static_cast<long long>(told_), static_cast<double>(told_) / seconds,
                static_cast<long long>(errors_));
    std::printf("ask   p50 %.1f ms  p99 %.1f ms\n", percentile(asks_, 0.5), percentile(asks_, 0.99));
    std::printf("tell  p50 %.1f ms  p99 %.1f ms\n", percentile(tells_, 0.5), percentile(tells_, 0.99));
    std::printf("store: %lld trials, %lld complete; handed out twice: %lld: %s\n",
                static_cast<long long>(total), static_cast<long long>(complete),
                static_cast<long long>(doubled_),
                exact && doubled_ == 0 && errors_ == 0 ? "exact" : "NOT exact");
    return exact && doubled_ == 0 && errors_ == 0 ? 0 : 1;
  }

 private:
  static Clock::duration part_of(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  void send(Worker& worker) {
    if (worker.asks && Clock::now() >= end_) return;
    const json body = worker.asks
                          ? json{{"client", worker.name}}
                          : json{{"client", worker.name},
                                 {"results", json::array({{{"number", worker.trial["number"]},
                                                           {"token", worker.trial["token"]},
                                                           {"value", worker.trial["params"]["x"]}}})}};
    const std::string bytes =
        request_text("POST", "/v1/studies/" + study_ + (worker.asks ? ":ask" : ":tell"), body);
    worker.sent = Clock::now();
    ++busy_;
    if (::write(worker.fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      fail(worker, "short write");
  }

  void fail(Worker& worker, const std::string& why) {
    ++errors_;
    --busy_;
    if (errors_ <= 5) std::fprintf(stderr, "service_load: %s: %s\n", worker.name.c_str(), why.c_str());
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, worker.fd, nullptr);
  }

  void receive(Worker& worker) {
    char part[16384];
    const ssize_t size = ::read(worker.fd, part, sizeof part);
    if (size <= 0) return fail(worker, "the connection was closed");
    worker.buffer.append(part, static_cast<std::size_t>(size));
    const Answer answer = take_answer(worker.buffer);
    if (answer.status == 0) return;
    if (answer.status != 200) return fail(worker, answer.body);
    --busy_;
    const double milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - worker.sent).count();
    (worker.asks ? asks_ : tells_).push_back(milliseconds);
    if (worker.asks) {
      take_trial(worker, json::parse(answer.body));
    } else {
      ++told_;
      worker.asks = true;
      send(worker);
    }
  }

  void take_trial(Worker& worker, const json& answer) {
    const auto who = static_cast<std::size_t>(&worker - workers_.data());
    if (answer["trials"].empty()) return later_.push({Clock::now(), who});
    worker.trial = answer["trials"][0];
    if (!numbers_.insert(worker.trial["number"].get<std::int64_t>()).second) ++doubled_;
    worker.asks = false;
    later_.push({Clock::now() + part_of(work_), who});
  }

  using Later = std::pair<Clock::time_point, std::size_t>;
  int port_;
  int epoll_ = -1;
  double work_;
  std::string study_;
  std::vector<Worker> workers_;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::set<std::int64_t> numbers_;
  std::vector<double> asks_, tells_;
  Clock::time_point begun_, end_;
  std::int64_t busy_ = 0;
  std::int64_t told_ = 0;
  std::int64_t errors_ = 0;
  std::int64_t doubled_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "service_load PORT CONNECTIONS SECONDS WORK [SAMPLER]\n");
    return 2;
  }
  const int port = std::atoi(argv[1]);
  const double seconds = std::atof(argv[3]);
  const std::string study = "load-" + std::to_string(::getpid());
  const json range = {{"type", "float"}, {"low", 0}, {"high", 1}};
  call(port, "POST", "/v1/studies",
       {{"name", study},
        {"parameters", {{"x", range}, {"y", range}}},
        {"sampler", argc > 5 ? argv[5] : "random"}});
  Load load(port, std::atoi(argv[2]), std::atof(argv[4]), study);
  load.run(seconds);
  return load.report(seconds);
}
