// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/storage/byte_source.hpp"

namespace hone::storage {

/// Bytes that were put.
struct StoredBlob {
  std::string hash;            ///< SHA-256, 64 hexadecimal digits
  std::int64_t size = 0;       ///< bytes
  std::string beginning = {};  ///< the first of them, at most kBlobBeginning
};
inline constexpr std::size_t kBlobBeginning = 4096;

struct ListedBlob {
  std::string hash;
  std::int64_t size = 0;
  Timestamp put = 0;  ///< when it was put last
};

/// A place for bytes that have no name but their hash: the same bytes are kept once. Who they belong to
/// stands in the store (TrialArtefactStore). Safe to use from several threads and, where the medium is
/// shared, processes. Throws Error with a Storage... code when the medium fails.
class Blobs {
 public:
  virtual ~Blobs() = default;

  /// Keeps the bytes; they are on disk when this returns. Hashes what it writes, so that a source which
  /// changes meanwhile is kept as it was read. Those that are there already count as put now. Throws
  /// InvalidArgument, and keeps nothing, when there are more than `most`.
  virtual StoredBlob put(const ByteSource& source, std::int64_t most) = 0;
  /// Nothing when there are none of this hash. Who reads all of them compares the hash.
  virtual std::unique_ptr<ByteSource> find(const std::string& hash) = 0;
  virtual std::vector<ListedBlob> list() = 0;
  /// Deletes them unless they were put after this time; false when they are still there.
  virtual bool remove(const std::string& hash, Timestamp put_before) = 0;
  /// Deletes what interrupted writes left before this time.
  virtual void tidy(Timestamp /*before*/) {}
  /// For messages.
  virtual std::string place() const = 0;
};

/// Throws InvalidArgument.
void require_blob_size(std::int64_t size, std::int64_t most);

/// Opens the place of a store, which has an id of its own: two stores may be given one place, and what one
/// does not need the other may.
using OpenBlobs = std::function<std::unique_ptr<Blobs>(const std::string& store_id)>;

}  // namespace hone::storage
