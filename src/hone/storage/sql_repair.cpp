// SPDX-License-Identifier: MIT
#include "hone/storage/sql_repair.hpp"

#include <limits>

#include "hone/base/text.hpp"
#include "hone/storage/access_rows.hpp"
#include "hone/storage/migrations.hpp"
#include "hone/storage/sql_check.hpp"
#include "hone/storage/study_check.hpp"
#include "hone/storage/study_rows.hpp"
#include "hone/storage/trial_artefact_rows.hpp"
#include "hone/storage/trial_rows.hpp"

namespace hone::storage {
namespace {

void make_missing_indices(Database& database, std::vector<std::string>& done) {
  for (const IndexDefinition& index : latest_indices()) {
    if (database.has_index(index.name)) continue;
    database.execute(index.sql);
    done.push_back(text("made the index ", index.name));
  }
}

void raise_counters(Database& database, std::vector<std::string>& done) {
  for (const WrongCounter& counter : wrong_counters(database)) {
    Query(database,
          "INSERT INTO hone_meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = "
          "excluded.value")
        .with(counter.name, counter.smallest)
        .run();
    done.push_back(text("set the counter ", counter.name, " to ", counter.smallest, " (it was ",
                        counter.kept ? text(*counter.kept) : "missing", ")"));
  }
}

void count_anew(Database& database, StudyId id, const std::string& name, std::vector<std::string>& done) {
  const StudyFindings found = inspect_study(database, id, name, std::numeric_limits<std::size_t>::max());
  if (!found.counted || found.kept == found.counted) return;
  // Numbers that cannot be become the one that the repair is: who knows the study reads those trials again.
  Query(database, "UPDATE trials SET revision = ? WHERE study_id = ? AND NOT revision BETWEEN 0 AND ?")
      .with(found.counted->revision, id, found.last_plausible)
      .run();
  Query(database,
        "INSERT INTO progress (study_id, trials, revision) VALUES (?, 0, ?) "
        "ON CONFLICT (study_id) DO UPDATE SET revision = excluded.revision")
      .with(id, found.counted->revision)
      .run();
  rows::write_progress(database, id, *found.counted);
  done.push_back(text("study '", name, "': counted anew: ", progress_text(*found.counted), " (it said ",
                      found.kept ? progress_text(*found.kept) : "nothing", ")"));
}

}  // namespace

std::vector<std::string> repair_database(Database& database) {
  std::vector<std::string> done = database.mend_indices();  // first: a damaged one hides trials from counting
  Transaction transaction(database, Access::DurableWrite);
  make_missing_indices(database, done);
  if (rows::make_access_tables(database)) done.emplace_back("made the tables of the audit trail");
  if (rows::make_trial_artefact_table(database)) done.emplace_back("made the table of artefacts of trials");
  raise_counters(database, done);
  for (const auto& [id, name] : rows::read_names(database)) count_anew(database, id, name, done);
  transaction.commit();
  return done;
}

}  // namespace hone::storage
