#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two small tables with what real ones have: numbers, words, truth values, gaps, a row number, a constant."""
import random

random.seed(1)
with open("classes.csv", "w", encoding="utf-8") as classes, open("quantities.csv", "w", encoding="utf-8") as quantities:
    classes.write("id,age,income,city,member,constant,note,bought\n")
    quantities.write("id;area;rooms;kind;garden;price\n")
    for i in range(160):
        age, income = random.randint(18, 80), random.gauss(40, 12)
        city, member = random.choice(["Oslo", "Rome", "Bern", ""]), random.choice(["true", "false"])
        chance = (age > 40) + (income > 45) + (city == "Rome") + random.gauss(0, 0.5)
        shown = "" if i % 11 == 0 else f"{income:.2f}"
        bought = "" if i == 5 else "yes" if chance > 1.5 else "no"
        classes.write(f"row-{i},{age},{shown},{city},{member},7,\"a, {i}\",{bought}\n")
        area, rooms = random.uniform(30, 200), random.randint(1, 6)
        kind, garden = random.choice(["flat", "house"]), random.choice(["0", "1", "NA"])
        price = 3 * area + 20 * rooms + 50 * (kind == "house") + random.gauss(0, 15)
        quantities.write(f"n{i};{area:.1f};{rooms};{kind};{garden};{price:.2f}\n")
