// SPDX-License-Identifier: MIT
#include "hone/server/renewed_tls.hpp"

#include <sys/stat.h>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::server {

RenewedTls::RenewedTls(net::TlsFiles files)
    : files_(std::move(files)), stamp_(stamp()), tls_(net::Tls::server(files_)) {}

RenewedTls::Outcome RenewedTls::renew(bool always) {
  // Before they are read: what is written meanwhile is seen the next time.
  const std::string now = stamp();
  if (!always && now == stamp_) return {};
  stamp_ = now;
  try {
    tls_ = net::Tls::server(files_);
    return {.tried = true};
  } catch (const Error& error) {
    return {.tried = true, .error = error.what()};
  }
}

// Device and inode, too: files of Kubernetes' secrets are links that are turned to others.
std::string RenewedTls::stamp() const {
  std::string all;
  for (const std::string* file : {&files_.certificate, &files_.key, &files_.ca}) {
    struct stat status {};
    if (file->empty() || ::stat(file->c_str(), &status) != 0) {
      all += "-;";
      continue;
    }
    all += text(status.st_dev, ' ', status.st_ino, ' ', status.st_size, ' ', status.st_mtim.tv_sec, ' ',
                status.st_mtim.tv_nsec, ';');
  }
  return all;
}

}  // namespace hone::server
