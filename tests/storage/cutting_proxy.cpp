// SPDX-License-Identifier: MIT
#include "storage/cutting_proxy.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace hone::test {
namespace {

sockaddr_un socket_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the path is too long: " + path);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

int new_socket() {
  const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) throw std::runtime_error("no socket");
  return made;
}

bool write_all(int to, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::send(to, data, size, MSG_NOSIGNAL);
    if (written <= 0) return false;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

CuttingProxy::CuttingProxy(const std::string& folder, const std::string& server_folder)
    : path_(folder + "/.s.PGSQL.5432"),
      server_path_(server_folder + "/.s.PGSQL.5432"),
      listening_(new_socket()) {
  const sockaddr_un address = socket_address(path_);
  if (::bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listening_, 16) != 0)
    throw std::runtime_error("cannot listen at " + path_);
  thread_ = std::thread([this] { serve(); });
}

CuttingProxy::~CuttingProxy() {
  ended_ = true;
  thread_.join();
  ::close(listening_);
  ::unlink(path_.c_str());
}

void CuttingProxy::cut(Way way, int after) {
  way_ = way;
  was_cut_ = false;
  countdown_ = after;
}

bool CuttingProxy::heal() {
  countdown_ = -1;
  return was_cut_.exchange(false);
}

void CuttingProxy::serve() {
  std::vector<std::thread> lines;
  while (!ended_) {
    pollfd incoming{listening_, POLLIN, 0};
    if (::poll(&incoming, 1, 20) != 1) continue;
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client >= 0) lines.emplace_back([this, client] { connect_through(client); });
  }
  for (std::thread& line : lines) line.join();
}

void CuttingProxy::connect_through(int client) {
  const int server = new_socket();
  const sockaddr_un address = socket_address(server_path_);
  bool open = ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  while (open && !ended_) {
    std::array<pollfd, 2> both = {pollfd{client, POLLIN, 0}, pollfd{server, POLLIN, 0}};
    if (::poll(both.data(), both.size(), 20) < 1) continue;
    if (both[0].revents != 0) open = hand_on(client, server, Way::ToServer);
    if (open && both[1].revents != 0) open = hand_on(server, client, Way::ToClient);
  }
  ::close(client);
  ::close(server);
}

bool CuttingProxy::hand_on(int from, int to, Way way) {
  std::array<char, 65536> buffer{};
  const ssize_t size = ::recv(from, buffer.data(), buffer.size(), 0);
  if (size <= 0) return false;
  if (way == way_ && countdown_ >= 0 && countdown_-- == 0) {
    was_cut_ = true;
    return false;
  }
  return write_all(to, buffer.data(), static_cast<std::size_t>(size));
}

}  // namespace hone::test
