#!/usr/bin/env python3
"""Loss of a small neural network, trained with Adam, on rows that it was not trained on.

Run by hone for each setting, or by hand:

    python3 train_adam.py --data=my.csv --target=price --learning_rate=0.01

The network is written out in NumPy, so that it runs anywhere. To tune a network of yours, keep arguments() and report(), and
put your training into train(). With PyTorch:

    optimizer = torch.optim.AdamW(net.parameters(), lr=o.learning_rate, betas=(o.beta1, o.beta2), eps=o.epsilon,
                                  weight_decay=o.weight_decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_factor(o, step, steps))
    for epoch in range(o.epochs):
        for batch in loader:                    # DataLoader(..., batch_size=o.batch_size, shuffle=True)
            optimizer.zero_grad(); loss(net(batch.x), batch.y).backward(); optimizer.step(); schedule.step()
        report(epoch, validation_loss(net))     # lets hone stop hopeless trials
"""
import argparse
import csv
import json
import math
import os
import sys

try:
    import numpy as np
except ImportError as problem:
    # The interpreter that runs this, which need not be the one that 'pip' belongs to.
    sys.exit(f"{problem}; install what this script needs:  {sys.executable} -m pip install numpy")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", help="the table: CSV with a header (default: two spirals, made up)")
    parser.add_argument("--target", help="the column to predict (default: the last)")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0, help="of the weights and the order of rows")
    # Adam's defaults, as in the paper and in PyTorch.
    parser.add_argument("--learning_rate", type=float, default=0.001)
    parser.add_argument("--beta1", type=float, default=0.9)
    parser.add_argument("--beta2", type=float, default=0.999)
    parser.add_argument("--epsilon", type=float, default=1e-8)
    parser.add_argument("--weight_decay", type=float, default=0.0)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--schedule", choices=["constant", "cosine"], default="constant")
    parser.add_argument("--warmup", type=float, default=0.0)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--dropout", type=float, default=0.0)
    return parser.parse_args()


def report(epoch, loss):
    """Tells hone how the trial is doing; does nothing when run by hand."""
    path = os.environ.get("HONE_REPORT_FILE")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{epoch} {loss}\n")


# ---- The table ----


def say(text):
    print(text, file=sys.stderr)


def numbers(cells):
    """The cells as numbers, nan where there is none; nothing when one holds a text."""
    out = np.full(len(cells), np.nan)
    for i, cell in enumerate(cells):
        if cell.strip().lower() in ("", "na", "nan", "null", "none", "?"):
            continue
        try:
            out[i] = float(cell)
        except ValueError:
            return None
    return np.where(np.isfinite(out), out, np.nan)


def encoded(cells):
    """A column as columns of numbers: standardised (over all rows, which is cheap and nearly right), with a mark where a
    value is missing; a column for each text."""
    values = numbers(cells)
    if values is None:
        names, counts = np.unique(cells, return_counts=True)
        if len(names) > 0.9 * len(cells) and len(names) > 30:
            return np.empty((len(cells), 0))  # another text in every row says nothing
        common = names[np.argsort(-counts, kind="stable")][:30]
        return (np.asarray(cells)[:, None] == common[None, :]).astype(float)
    missing = np.isnan(values)
    if missing.all():
        return np.empty((len(cells), 0))
    values = np.where(missing, np.nanmedian(values), values)
    spread = values.std()
    columns = [(values - values.mean()) / spread] if spread > 0 else []
    if missing.any():
        columns.append(missing.astype(float))
    return np.stack(columns, axis=1) if columns else np.empty((len(cells), 0))


def read_table(path, target):
    """Inputs; wanted values, one column for each class or a single one; whether they are classes."""
    try:
        with open(path, newline="", encoding="utf-8-sig", errors="replace") as file:
            header = file.readline()
            file.seek(0)
            rows = [row for row in csv.reader(file, delimiter=max(",;\t|", key=header.count)) if row]
    except OSError as problem:
        sys.exit(f"cannot read the table {path}: {problem.strerror}; give its name with --data")
    if len(rows) < 11 or len(rows[0]) < 2:
        sys.exit(f"{path} is too small: a header, two columns and ten rows are needed")
    names, rows = [name.strip() for name in rows[0]], rows[1:]
    if target is None:
        say(f"predicting the last column, {names[-1]}; another one: --target NAME")
    elif target not in names:
        sys.exit(f"{path} has no column '{target}'; it has {', '.join(names)}")
    at = len(names) - 1 if target is None else names.index(target)
    for line, row in enumerate(rows, 2):
        if len(row) != len(names):
            sys.exit(f"{path}: row {line} has {len(row)} cells and the header {len(names)}")
    rows = [row for row in rows if row[at].strip()]
    columns = list(zip(*rows))
    inputs = [encoded(column) for i, column in enumerate(columns) if i != at]
    inputs = np.concatenate(inputs, axis=1)
    if inputs.shape[1] == 0:
        sys.exit(f"{path}: no column is left to learn from")
    wanted = numbers(columns[at])
    if wanted is not None and np.isnan(wanted).any():
        known = ~np.isnan(wanted)
        inputs, wanted = inputs[known], wanted[known]
    # Words are classes, and so are a few whole numbers; everything else is a quantity.
    classes, index = np.unique(columns[at] if wanted is None else wanted, return_inverse=True)
    few = len(classes) <= min(20, max(2, len(inputs) // 20))
    if wanted is None or (few and np.all(wanted == np.round(wanted))):
        return inputs, np.eye(len(classes))[index], True
    return inputs, ((wanted - wanted.mean()) / max(wanted.std(), 1e-12))[:, None], False


def spirals(rows=400):
    """Two spirals that wind around each other: easy to see, hard for a straight line."""
    rng = np.random.default_rng(0)
    angle = np.sqrt(rng.uniform(0.05, 1, rows)) * 3 * np.pi
    side = rng.integers(0, 2, rows)
    points = np.stack([np.cos(angle + np.pi * side), np.sin(angle + np.pi * side)], axis=1) * angle[:, None] / 5
    return points + rng.normal(0, 0.05, points.shape), np.eye(2)[side], True


# ---- The network: fully connected, ReLU, dropout; softmax or a linear output ----


def new_network(sizes, rng):
    """Weights after He et al. (2015), which keep the size of signals through layers of ReLU."""
    return [
        part
        for fan_in, fan_out in zip(sizes, sizes[1:])
        for part in (rng.normal(0, math.sqrt(2 / fan_in), (fan_in, fan_out)), np.zeros(fan_out))
    ]


def forward(net, x, dropout=0.0, rng=None):
    """The outputs, and what backward() needs: the input of each layer and the mask on it."""
    kept = []
    mask = np.ones_like(x)
    for layer in range(0, len(net), 2):
        kept.append((x, mask))
        x = x @ net[layer] + net[layer + 1]
        if layer + 2 < len(net):
            mask = (x > 0).astype(float)
            if dropout > 0 and rng is not None:
                mask *= (rng.random(x.shape) >= dropout) / (1 - dropout)
            x = x * mask
    return x, kept


def loss_and_slope(outputs, wanted, classify):
    """The mean loss, and its derivative by the outputs."""
    if not classify:
        difference = outputs - wanted
        return float(np.mean(difference**2)), 2 * difference / difference.size
    shifted = outputs - outputs.max(axis=1, keepdims=True)
    log_chance = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return float(-np.mean((wanted * log_chance).sum(axis=1))), (np.exp(log_chance) - wanted) / len(wanted)


def backward(net, kept, slope):
    """The derivatives of the loss by all weights."""
    slopes = [None] * len(net)
    for layer in range(len(net) - 2, -1, -2):
        x, mask = kept[layer // 2]
        slopes[layer], slopes[layer + 1] = x.T @ slope, slope.sum(axis=0)
        slope = (slope @ net[layer].T) * mask
    return slopes


def rate_factor(o, step, steps):
    """What the learning rate is multiplied with: 1, or up in a line and down by half a cosine."""
    if o.schedule == "constant":
        return 1.0
    rise = o.warmup * steps
    if step < rise:
        return (step + 1) / (rise + 1)
    return 0.5 * (1 + math.cos(math.pi * (step - rise) / max(steps - rise, 1)))


def train(o, x, y, x_test, y_test, classify):
    """The loss on the test rows after the last epoch; nan when the weights ran away."""
    rng = np.random.default_rng(o.seed)
    net = new_network([x.shape[1]] + [o.width] * o.layers + [y.shape[1]], rng)
    first = [np.zeros_like(part) for part in net]
    second = [np.zeros_like(part) for part in net]
    per_epoch = math.ceil(len(x) / o.batch_size)
    step, loss = 0, math.nan
    for epoch in range(o.epochs):
        for rows in np.array_split(rng.permutation(len(x)), per_epoch):
            outputs, kept = forward(net, x[rows], o.dropout, rng)
            slopes = backward(net, kept, loss_and_slope(outputs, y[rows], classify)[1])
            rate = o.learning_rate * rate_factor(o, step, o.epochs * per_epoch)
            step += 1
            for i, slope in enumerate(slopes):
                # Kingma and Ba (2015), algorithm 1; the decay beside it as Loshchilov and Hutter (2019).
                first[i] = o.beta1 * first[i] + (1 - o.beta1) * slope
                second[i] = o.beta2 * second[i] + (1 - o.beta2) * slope**2
                mean = first[i] / (1 - o.beta1**step)
                size = np.sqrt(second[i] / (1 - o.beta2**step))
                if net[i].ndim == 2:
                    net[i] -= rate * o.weight_decay * net[i]
                net[i] -= rate * mean / (size + o.epsilon)
        loss = loss_and_slope(forward(net, x_test)[0], y_test, classify)[0]
        if not math.isfinite(loss):
            return math.nan
        report(epoch, loss)
    return loss


def main():
    o = arguments()
    x, y, classify = spirals() if o.data is None else read_table(o.data, o.target)
    # The same quarter of the rows is kept aside in every trial, so that settings and not luck make the difference.
    order = np.random.default_rng(0).permutation(len(x))
    test, known = order[: len(x) // 4], order[len(x) // 4 :]
    with np.errstate(all="ignore"):  # a rate that is too large overflows; that is an answer too
        loss = train(o, x[known], y[known], x[test], y[test], classify)
    if not math.isfinite(loss):
        sys.exit("the weights ran away: the learning rate is too large for these settings")
    print(json.dumps({"loss": loss, "rows": len(known), "inputs": x.shape[1]}))


if __name__ == "__main__":
    main()
