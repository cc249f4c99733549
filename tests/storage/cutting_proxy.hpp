// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <string>
#include <thread>

namespace hone::test {

/// Stands between a client and a server's socket, and cuts the line when it is told to: what is on its way
/// then never arrives.
class CuttingProxy {
 public:
  enum class Way { ToServer, ToClient };

  /// Listens in `folder`, as a PostgreSQL server does; hands on to the server whose socket is in the other.
  CuttingProxy(const std::string& folder, const std::string& server_folder);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  /// Cuts the line in the place of handing on the next message on this way but `after`. Once.
  void cut(Way way, int after);
  /// Whether it was cut; it is not cut from now on.
  bool heal();

 private:
  void serve();
  void connect_through(int client);
  /// False when the line ends.
  bool hand_on(int from, int to, Way way);

  std::string path_;
  std::string server_path_;
  int listening_ = -1;
  std::atomic<bool> ended_ = false;
  std::atomic<int> countdown_ = -1;
  std::atomic<Way> way_ = Way::ToServer;
  std::atomic<bool> was_cut_ = false;
  std::thread thread_;
};

}  // namespace hone::test
