// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

// What a store promises and a service as a store (remote::RemoteStorage) does not: all of it, with the
// reason.
namespace hone::test {

struct HttpException {
  std::string_view suite;
  std::string_view test;
  std::string_view reason;
};

inline constexpr HttpException kNotOverHttp[] = {
    // Whom it is about: a service hears of each trial from one client.
    {"StorageContract", "StartsTrialsOfSeveralWorkersTogether",
     "a service starts trials for one worker at a time"},
    {"StorageContract", "StartsNothingWhenOneOfSeveralWorkersKnowsAnotherSpace",
     "a service starts trials for one worker at a time"},
    {"StorageContract", "RefusesAllButAResultFromAWorkerWhoseTrialWasHandedOn",
     "heartbeats are answered with numbers of trials: nobody holds one twice"},
    {"StorageContract", "LetsAnotherProcessTellATrialThatIsHeldForEver",
     "the token 0 stands for the lease, which only the service knows"},
    {"StorageContract", "OpensNoLeaseOfATrialThatAWorkerHolds",
     "the service refuses the result, not the question for the lease"},
    {"LateResult", "IsRefusedUnderALeaseThatWasNeverGiven",
     "the token 0 asks for a trial that is held for ever, and is refused as a wrong request"},
    // What it takes: requests are read and checked before the store is asked.
    {"StorageContract", "KeepsAStudyAsItWasGiven",
     "a study with a pruner and several objectives cannot be run, and is refused"},
    {"StorageContract", "KeepsEverythingOfAnOutcome",
     "JSON holds no bytes that are not UTF-8: they are replaced"},
    {"StorageContract", "RefusesTheSameTrialTwiceInOneCall", "refused as a wrong request (invalid_argument)"},
    {"StorageContract", "RefusesOutcomesThatAreNone",
     "a result that is not finite ends the trial as failed, as Recorder::tell() has it"},
    {"StorageContract", "RefusesCorrectionsThatMakeNoSense",
     "a wrong number of values is refused as a wrong request, in other words"},
    {"StorageContract", "SaysNotFoundForATrialThatDoesNotExist",
     "a negative number is refused as a wrong request"},
    {"ArtefactContract", "RefusesOneWithoutAKindOrAName", "there is no such path: not_found"},
    {"NoteContract", "AnArtefactIsNoNote", "artefacts of that kind are hone's own, and refused"},
    {"StorageContract", "RefusesToInsertTrialsThatHaveNotEnded", "refused as an import is: invalid_file"},
    {"StorageContract", "KeepsAllOfAnInsertedTrial",
     "the JSON of a trial that is not complete has no values"},
    // A token may be for studies by their names: a name stays with its study.
    {"VersionContract", "ConfigurationsOfAnotherSpaceAreRefused",
     "read in the present space, they are a wrong request and no conflict"},
    {"VersionContract", "ATrialOutsideTheSpaceIsNotQueuedAgain",
     "the message begins with the address of the service"},
};

/// Empty when the test applies. Those that do not and are not there any more are found by
/// HttpExceptions.AreOfTestsThatExist.
inline std::string not_over_http(const ::testing::TestInfo& test) {
  const std::string_view suite = test.test_suite_name();
  const std::string_view name = test.name();
  for (const HttpException& one : kNotOverHttp) {
    if (suite.substr(suite.find('/') + 1) == one.suite && name.substr(0, name.find('/')) == one.test)
      return std::string(one.reason);
  }
  return "";
}

}  // namespace hone::test
