// SPDX-License-Identifier: MIT
#include "hone/catalog/blob_places.hpp"

#include <cstdlib>
#include <filesystem>

#include "hone/base/error.hpp"
#include "hone/remote/s3_blobs.hpp"
#include "hone/storage/folder_blobs.hpp"

namespace hone::catalog {
namespace {

std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

storage::OpenBlobs given_blobs() {
  const std::string place = environment_variable("HONE_ARTEFACTS");
  return place.empty() ? storage::OpenBlobs() : blobs_at(place);
}

storage::OpenBlobs blobs_at(const std::string& place) {
  if (place.starts_with("s3:")) {
    return [bucket = remote::S3Place::parse(place, environment_variable("AWS_REGION"))](
               const std::string& store_id) {
      remote::S3Place own = bucket;
      own.prefix += (own.prefix.empty() ? "" : "/") + store_id;
      return std::make_unique<remote::S3Blobs>(
          own,
          remote::S3Key{environment_variable("AWS_ACCESS_KEY_ID"),
                        environment_variable("AWS_SECRET_ACCESS_KEY"),
                        environment_variable("AWS_SESSION_TOKEN")},
          remote::ClientOptions{.ca_file = environment_variable("HONE_CA_FILE")});
    };
  }
  if (place.find("://") != std::string::npos)
    throw Error(ErrorCode::InvalidArgument, "HONE_ARTEFACTS is neither a folder nor a bucket",
                "write the path of a folder, or s3://BUCKET/PREFIX");
  return [folder = std::filesystem::absolute(place)](const std::string& store_id) {
    return std::make_unique<storage::FolderBlobs>((folder / store_id).string());
  };
}

}  // namespace hone::catalog
