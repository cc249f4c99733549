# ---- From here on: reading the table, cross-validation, the loss. Nothing needs to be changed to try it. ----

TEXT_GROUPS = 30  # of a text column, so many values count on their own and the rest together


def say(text):
    """For people: hone reads the result from standard output and keeps this with the trial."""
    print(text, file=sys.stderr)


def fail(text):
    say(text)
    sys.exit(1)


def delimiter_of(path):
    """Most tables use commas; many from spreadsheets use semicolons or tabs."""
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        header = file.readline()
    return max(",;\t|", key=header.count)


def read_table(path, target):
    """The columns to learn from, and the one to predict."""
    if path is None:
        columns, wanted = load_breast_cancer(return_X_y=True, as_frame=True)
        return columns, wanted
    try:
        table = pd.read_csv(path, sep=delimiter_of(path), skipinitialspace=True)
    except OSError as problem:
        fail(f"cannot read the table {path}: {problem.strerror}; give its name with --data")
    except ValueError as problem:
        fail(f"{path} is not a table that can be read: {problem}; it should be CSV with a header line")
    table.columns = [str(name).strip() for name in table.columns]
    if table.shape[1] < 2 or len(table) == 0:
        fail(f"{path} has {table.shape[1]} columns and {len(table)} rows; two columns and some rows are needed")
    if target is None:
        target = table.columns[-1]
        say(f"predicting the last column, {target}; another one: --target NAME")
    if target not in table.columns:
        near = difflib.get_close_matches(target, table.columns, 1)
        hint = f"did you mean '{near[0]}'?" if near else "it has " + ", ".join(table.columns)
        fail(f"{path} has no column '{target}'; {hint}")
    known = table[target].notna()
    if not known.all():
        say(f"rows without a value of {target} are left out: {(~known).sum()}")
    table = table[known]
    return table.drop(columns=target), table[target]


def is_text(column):
    return not (pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column))


def is_classification(wanted):
    """Words and truth values are classes; so are a few whole numbers. Everything else is a quantity."""
    if is_text(wanted) or pd.api.types.is_bool_dtype(wanted):
        return True
    whole = bool((wanted == wanted.round()).all())
    return whole and wanted.nunique() <= min(20, max(2, len(wanted) // 20))


def useful(columns):
    """Without columns that say nothing: always the same, or another text in every row (names, numbers of orders)."""
    keep = []
    for name in columns:
        different = columns[name].nunique()
        if different < 2 and not columns[name].isna().any():
            say(f"column {name} is left out: it is always the same")
        elif columns[name].isna().all():
            say(f"column {name} is left out: it is empty")
        elif is_text(columns[name]) and different > 0.9 * len(columns) and different > TEXT_GROUPS:
            say(f"column {name} is left out: nearly every row has its own text")
        else:
            keep.append(name)
    if not keep:
        fail("no column is left to learn from")
    return columns[keep]


def preparation(columns):
    """Numbers for the model. It is fitted within each fold, so that no fold knows of its test rows."""
    text = [name for name in columns if is_text(columns[name])]
    numbers = [name for name in columns if name not in text]
    steps = []
    if not READS_MISSING:
        steps.append(SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True))
    if NEEDS_SCALING:
        steps.append(StandardScaler())
    return ColumnTransformer(
        [
            ("numbers", make_pipeline(*steps) if steps else "passthrough", numbers),
            ("text", OneHotEncoder(max_categories=TEXT_GROUPS, handle_unknown="infrequent_if_exist",
                                   sparse_output=False), text),
        ]
    )


def prepared_columns(columns):
    columns = columns.copy()
    for name in columns:
        if is_text(columns[name]):
            columns[name] = columns[name].astype(object).where(columns[name].notna(), "(missing)").astype(str)
        else:
            # Also true and false, and numbers of a type of their own for missing ones.
            columns[name] = columns[name].astype("float64").replace([np.inf, -np.inf], np.nan)
    return columns


def class_numbers(wanted, folds):
    """Classes as 0, 1, 2, ...; those with fewer rows than folds cannot be in every fold and are left out."""
    counts = wanted.value_counts()
    rare = counts[counts < folds].index
    if len(rare):
        say(f"classes with fewer than {folds} rows are left out: " + ", ".join(map(str, rare)))
    keep = ~wanted.isin(rare)
    if wanted[keep].nunique() < 2:
        fail(f"fewer than two classes of {wanted.name} have {folds} rows; give another column with --target, "
             "or --folds 2")
    return keep.to_numpy(), pd.factorize(wanted[keep], sort=True)[0]


def loss_of(metric, model, columns, wanted, classes):
    if metric == "rmse":
        return float(np.sqrt(np.mean((model.predict(columns) - wanted) ** 2)))
    if metric == "mae":
        return float(np.mean(np.abs(model.predict(columns) - wanted)))
    if metric == "error":
        return float(np.mean(model.predict(columns) != wanted))
    chances = model.predict_proba(columns)
    if metric == "log_loss":
        # No chance is taken for impossible, or one such row would decide between all settings.
        chances = np.clip(chances, 1e-6, None)
        return float(log_loss(wanted, chances / chances.sum(axis=1, keepdims=True), labels=np.arange(classes)))
    chances = chances[:, 1] if classes == 2 else chances
    return 1.0 - float(roc_auc_score(wanted, chances, multi_class="ovr", labels=np.arange(classes)))


def setting(text):
    """--name=value as the model wants it: a number, true, false, none or a word."""
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def given(params):
    """Settings of a request or a file: the words among them mean what they mean on the command line."""
    return {name: setting(value) if isinstance(value, str) else value for name, value in params.items()}


def settings_in(path):
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        return given(content.get("params", content))
    except (OSError, ValueError, AttributeError) as problem:
        fail(f"{path} does not hold settings: {problem}; write them with  hone best STUDY --json > {path}")


def arguments():
    parser = argparse.ArgumentParser(
        allow_abbrev=False, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Every other --name=value is a setting of the model. Without any, its defaults are measured.")
    parser.add_argument("--data", help="the table: CSV with a header (default: one that comes with scikit-learn)")
    parser.add_argument("--target", help="the column to predict (default: the last)")
    parser.add_argument("--task", choices=["classification", "regression"], help="(default: found from the column)")
    parser.add_argument("--metric", choices=["log_loss", "error", "auc", "rmse", "mae"],
                        help="what to make small; auc stands for 1 - AUC "
                             f"(default: {CLASS_METRIC} for classes, rmse for quantities)")
    parser.add_argument("--settings", metavar="FILE", help="settings as JSON, such as 'hone best STUDY --json' prints")
    parser.add_argument("--folds", type=int, default=5, help="of the cross-validation (default 5)")
    known, rest = parser.parse_known_args()
    settings = settings_in(known.settings) if known.settings else {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not name.startswith("--") or not equals:
            parser.error(f"'{word}' is not understood; a setting is written --name=value")
        settings[name[2:]] = setting(value)
    if known.folds < 2:
        parser.error("--folds takes 2 or more")
    return known, settings


class Unusable(Exception):
    """Settings that the model does not take."""


def task_of(options):
    """What is the same for all settings: the columns, the values to predict, the folds, and what to measure."""
    columns, wanted = read_table(options.data, options.target)
    columns = useful(columns)
    if options.task == "regression" and (is_text(wanted) or pd.api.types.is_bool_dtype(wanted)):
        fail(f"column {wanted.name} holds words, which regression cannot predict; use --task classification")
    classify = options.task == "classification" if options.task else is_classification(wanted)
    metric = options.metric or (CLASS_METRIC if classify else "rmse")
    if (metric in ("rmse", "mae")) == classify:
        fail(f"--metric {metric} does not fit a task of {'classification' if classify else 'regression'}")
    if classify:
        keep, values = class_numbers(wanted, options.folds)
        columns = columns[keep]
        splitter = StratifiedKFold(options.folds, shuffle=True, random_state=0)
    else:
        values = wanted.to_numpy(dtype=float)
        splitter = KFold(options.folds, shuffle=True, random_state=0)
    if len(columns) < 2 * options.folds:
        fail(f"{len(columns)} rows are too few for {options.folds} folds; use --folds 2 or a larger table")
    classes = int(values.max()) + 1 if classify else 0
    return {"columns": prepared_columns(columns), "values": values, "splitter": splitter, "classes": classes,
            "classify": classify, "metric": metric}


def measure(task, settings):
    """What hone is told of one setting. 'loss' is the study's objective, the rest is kept with the trial."""
    columns, values = task["columns"], task["values"]
    # The same folds for every setting, so that settings and not luck make the difference.
    losses = []
    for train, test in task["splitter"].split(columns, values):
        ready = preparation(columns)
        known = np.asarray(ready.fit_transform(columns.iloc[train]), dtype=float)
        unseen = np.asarray(ready.transform(columns.iloc[test]), dtype=float)
        try:
            model = make_model(task["classify"], dict(settings), known)
        except TypeError as problem:
            raise Unusable(f"a setting does not exist: {problem}") from None
        model.fit(known, values[train])
        losses.append(loss_of(task["metric"], model, unseen, values[test], task["classes"]))

    return {"loss": float(np.mean(losses)), "metric": task["metric"], "spread": float(np.std(losses)),
            "rows": len(columns), "columns": columns.shape[1]}


def work(task, settings):
    """Answers hone's requests, one line of JSON for each trial, until there are no more."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what libraries print is not an answer
    for line in iter(sys.stdin.readline, ""):
        request = json.loads(line)
        answer = {"hone_trial_id": request["hone_trial_id"]}
        try:
            answer.update(measure(task, {**settings, **given(request["params"])}))
        except Exception as problem:  # of one trial: the next one has other settings
            if not isinstance(problem, Unusable):
                traceback.print_exc()
            answer.update(state="failed", reason=f"{type(problem).__name__}: {problem}")
        print(json.dumps(answer), file=answers)


def main():
    options, settings = arguments()
    task = task_of(options)
    if "HONE_WORKER" in os.environ:
        work(task, settings)
        return
    try:
        print(json.dumps(measure(task, settings)))
    except Unusable as problem:
        fail(str(problem))


if __name__ == "__main__":
    main()
