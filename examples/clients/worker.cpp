// SPDX-License-Identifier: MIT
// A worker in plain C++ and POSIX sockets, without hone's library: worker PORT STUDY NAME. It asks a service
// on this machine for trials, evaluates a function of x and y, and tells the results, until the study is
// done.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

using nlohmann::json;

namespace {

// One request and its answer, on a connection of its own.
json post(int port, const std::string& study, const std::string& verb, const json& body) {
  const std::string content = body.dump();
  const std::string request =
      "POST /v1/studies/" + study + ":" + verb +
      " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
      "Content-Length: " +
      std::to_string(content.size()) + "\r\n\r\n" + content;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      send(fd, request.data(), request.size(), 0) == static_cast<ssize_t>(request.size())) {
    char bytes[4096];
    for (ssize_t size = 0; (size = recv(fd, bytes, sizeof bytes, 0)) > 0;)
      answer.append(bytes, static_cast<std::size_t>(size));
  }
  close(fd);
  const std::size_t head = answer.find("\r\n\r\n");
  if (head == std::string::npos) throw std::runtime_error("the service does not answer");
  json parsed = json::parse(answer.substr(head + 4));
  if (parsed.contains("error")) throw std::runtime_error(parsed["error"]["message"].get<std::string>());
  return parsed;
}

double objective(const json& params) {
  const double x = params["x"].get<double>() - 0.3;
  const double y = params["y"].get<double>() - 0.7;
  return x * x + y * y;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::cerr << "worker PORT STUDY NAME\n", 2;
  const int port = std::atoi(argv[1]);
  int told = 0;
  for (bool done = false; !done;) {
    const json asked = post(port, argv[2], "ask", {{"client", argv[3]}});
    done = asked.value("done", false);
    for (const json& trial : asked["trials"]) {
      const json result = {
          {"number", trial["number"]}, {"token", trial["token"]}, {"value", objective(trial["params"])}};
      post(port, argv[2], "tell", {{"client", argv[3]}, {"results", json::array({result})}});
      ++told;
    }
  }
  std::cout << "told " << told << " results\n";
}
