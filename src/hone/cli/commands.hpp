// SPDX-License-Identifier: MIT
#pragma once

#include "hone/cli/command.hpp"

// One function for each command, in the file cmd_<name>.cpp: it describes the command and says what it does.
namespace hone::cli {

void add_init(Command root);
void add_call(Command root);
void add_check(Command root);
void add_tune(Command root);
void add_space(Command root);
void add_ask(Command root);
void add_tell(Command root);
void add_amend(Command root);
void add_retry(Command root);
void add_enqueue(Command root);
void add_stdio(Command root);
void add_show(Command root);
void add_best(Command root);
void add_trials(Command root);
void add_plot(Command root);
void add_importance(Command root);
void add_report(Command root);
void add_diagnose(Command root);
void add_sources(Command root);
void add_meta(Command root);
void add_artefacts(Command root);
void add_export(Command root);
void add_import(Command root);
void add_note(Command root);
void add_stop(Command root);
void add_studies(Command root);
void add_delete(Command root);
void add_gc(Command root);
void add_methods(Command root);
void add_samplers(Command root);
void add_pruners(Command root);
void add_schema(Command root);
void add_db(Command root);
void add_design(Command root);
void add_serve(Command root);
void add_worker(Command root);
void add_token(Command root);
void add_dashboard(Command root);
void add_completion(Command root);
void add_man(Command root);
void add_version(Command root);

}  // namespace hone::cli
