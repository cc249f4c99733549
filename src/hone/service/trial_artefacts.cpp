// SPDX-License-Identifier: MIT
#include "hone/service/trial_artefacts.hpp"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/service/far_work.hpp"

namespace hone::service {
namespace {

using storage::FileHandle;

[[noreturn]] void refuse_file(const std::string& what, const std::string& path, const std::string& why) {
  throw Error(ErrorCode::InvalidArgument, text("cannot ", what, " '", printable(path), "': ", why),
              "name another file");
}

storage::FileSource open_source(const std::string& path) {
  FileHandle file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0)
    refuse_file("read", path, ::strerrordesc_np(errno));
  if (!S_ISREG(status.st_mode)) refuse_file("read", path, "it is not a plain file");
  return {std::move(file), status.st_size};
}

/// Gets its name when it is whole, and is gone otherwise.
class FetchedFile {
 public:
  explicit FetchedFile(std::string path) : path_(std::move(path)) {
    struct stat status {};
    const bool device = ::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
    if (!device) draft_ = text(path_, ".part-", ::getpid());
    const std::string& opened = device ? path_ : draft_;
    file_ = FileHandle(
        ::open(opened.c_str(), O_WRONLY | O_CLOEXEC | (device ? 0 : O_CREAT | O_EXCL | O_NOFOLLOW), 0666));
    if (file_.is_open()) return;
    const int number = errno;
    draft_.clear();
    refuse_file("write", path_, ::strerrordesc_np(number));
  }
  ~FetchedFile() {
    if (!draft_.empty()) ::unlink(draft_.c_str());
  }
  FetchedFile(const FetchedFile&) = delete;
  FetchedFile& operator=(const FetchedFile&) = delete;

  void write(std::string_view piece) {
    while (!piece.empty()) {
      const ssize_t written = ::write(file_.get(), piece.data(), piece.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) refuse_file("write", path_, ::strerrordesc_np(errno));
      piece.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void finish() {
    if (draft_.empty()) return;
    if (::rename(draft_.c_str(), path_.c_str()) != 0) refuse_file("write", path_, ::strerrordesc_np(errno));
    draft_.clear();
  }

 private:
  std::string path_;
  std::string draft_;  // empty for a device, and when it has its name
  FileHandle file_;
};

}  // namespace

storage::StudyId study_id(Operations& operations, const std::string& study) {
  return operations.stored(study).id;
}

std::vector<TrialArtefact> artefacts_of(Operations& operations, const std::string& study,
                                        std::optional<std::int64_t> number) {
  std::vector<TrialArtefact> found = operations.store().trial_artefacts(
      study_id(operations, study), number.value_or(0), number ? 1 : std::numeric_limits<std::int32_t>::max());
  if (number) std::erase_if(found, [&](const TrialArtefact& one) { return one.number != *number; });
  return found;
}

bool drop_artefact(Operations& operations, const std::string& study, std::int64_t number,
                   const std::string& name) {
  return operations.store().delete_trial_artefact(study_id(operations, study), number, name);
}

storage::UnneededBlobs sweep_artefacts(Operations& operations, Timestamp before, bool only_count) {
  return operations.store().sweep_blobs(before, only_count);
}

TrialArtefact keep_artefact(Operations& operations, const std::string& study,
                            storage::TrialArtefactDraft draft, const std::string& path) {
  const auto id = study_id(operations, study);
  const storage::FileSource source = open_source(path);
  if (draft.name.empty()) draft.name = std::filesystem::path(path).filename().string();
  if (!draft.fence) {
    if (const auto lease = operations.held_lease(study, draft.number)) draft.fence = lease->fence;
  }
  return operations.store().put_trial_artefact(id, draft, source);
}

storage::OpenArtefact open_artefact(Operations& operations, const std::string& study, std::int64_t number,
                                    const std::string& name) {
  const auto id = study_id(operations, study);
  if (auto found = operations.store().trial_artefact(id, number, name)) return std::move(*found);
  throw Error(ErrorCode::NotFound, text("trial ", number, " has no artefact '", printable(name), "'"),
              text("list those it has: hone artefacts ", study, " ", number));
}

TrialArtefact fetch_artefact(Operations& operations, const std::string& study, std::int64_t number,
                             const std::string& name, const std::string& path) {
  storage::OpenArtefact artefact = open_artefact(operations, study, number, name);
  const TrialArtefact info = artefact.info;
  FetchedFile file(path);
  ArtefactPieces pieces(std::move(artefact));
  for (std::string piece; !(piece = pieces()).empty();) file.write(piece);
  file.finish();
  return info;
}

TrialArtefact keep_far(Operations& operations, const std::string& study, const codec::HeldTrial& held,
                       const std::string& client, const std::string& name, const storage::ByteSource& bytes) {
  const auto driver = operations.driver(study);
  const storage::Lease lease = lease_for(operations, *driver, held, client);
  return operations.store().put_trial_artefact(
      driver->id(), {.number = lease.number, .name = name, .fence = lease.fence}, bytes);
}

TrialArtefact add_artefact(Operations& operations, const std::string& study, std::int64_t number,
                           const std::string& name, const storage::ByteSource& bytes) {
  return operations.store().put_trial_artefact(study_id(operations, study), {.number = number, .name = name},
                                               bytes);
}

std::string ArtefactPieces::operator()() {
  std::string piece = artefact_.bytes->read(at_, storage::kPieceOfBytes);
  at_ += std::ssize(piece);
  hash_.add(piece);
  if (piece.empty() && (at_ != artefact_.info.size || hash_.digits() != artefact_.info.hash))
    throw Error(ErrorCode::StorageCorrupt,
                text("the artefact '", printable(artefact_.info.name), "' of trial ", artefact_.info.number,
                     " is damaged: it has other bytes than were put"),
                "restore its file from a backup of the artefacts, or delete it");
  return piece;
}

}  // namespace hone::service
