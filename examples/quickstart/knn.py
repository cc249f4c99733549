# Tells female from male penguins by their nearest neighbours; prints the share it gets wrong.
import argparse, csv, pathlib, statistics

args = argparse.ArgumentParser()
args.add_argument("--k", type=int, default=5)
args.add_argument("--power", type=float, default=2)
args.add_argument("--mass", type=float, default=1)
args.add_argument("--bill", type=float, default=1)
args = args.parse_args()

table = pathlib.Path(__file__).parent.parent / "penguins" / "penguins.csv"
rows = [row for row in csv.DictReader(table.open()) if row["sex"] in ("male", "female")]
weights = {"body_mass_g": args.mass, "bill_depth_mm": args.bill, "bill_length_mm": args.bill, "flipper_length_mm": 1}
scale = {name: weight / statistics.stdev(float(row[name]) for row in rows) for name, weight in weights.items()}
points = [([float(row[name]) * scale[name] for name in scale], row["sex"] == "male") for row in rows]

wrong = 0
for here, sex in points:
    far = sorted((sum(abs(a - b) ** args.power for a, b in zip(here, there)), male) for there, male in points if there is not here)
    wrong += (2 * sum(male for _, male in far[: args.k]) > args.k) != sex
print(wrong / len(points))
