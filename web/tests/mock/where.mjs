// SPDX-License-Identifier: MIT
// The expressions of `where` as the mock understands them: comparisons, and, or, not, in, brackets. Like the real ones
// they are neither true nor false about what a trial does not have.

const TOKEN = /\s*(?:`((?:[^`]|``)*)`|'((?:[^']|'')*)'|(\d+\.?\d*(?:e[+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*)|(<=|>=|==|!=|<|>|\(|\)|\[|\]|,|-))/uy;

function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim()) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`where: in '${text}': an unexpected character at character ${at + 1}; remove it`);
    const [, name, words, number, word, sign] = match;
    if (name !== undefined) found.push({ name: name.replaceAll("``", "`") });
    else if (words !== undefined) found.push({ value: words.replaceAll("''", "'") });
    else if (number !== undefined) found.push({ value: Number(number) });
    else if (word === "true" || word === "false") found.push({ value: word === "true" });
    else if (word !== undefined && !["and", "or", "not", "in"].includes(word)) found.push({ name: word });
    else found.push({ sign: sign ?? word });
  }
  return found;
}

/** A function from a way of looking up columns to true, false or null. */
export function parse(text, known) {
  const all = tokens(text);
  let at = 0;
  const is = (sign) => all[at]?.sign === sign;
  const wrong = (what) => new Error(`where: in '${text}': ${what}; correct it`);
  const value = () => {
    const token = all[at++];
    if (token?.sign === "-") {
      const inner = value();
      return (get) => -inner(get);
    }
    if (token?.name !== undefined) {
      if (!known(token.name)) throw wrong(`there is no column '${token.name}'`);
      return (get) => get(token.name);
    }
    if (token?.value === undefined) throw wrong("a value was expected");
    return () => token.value;
  };
  const comparison = () => {
    if (is("(")) {
      at += 1;
      const inner = either();
      if (!is(")")) throw wrong("')' was expected");
      at += 1;
      return inner;
    }
    const left = value();
    const sign = all[at++]?.sign;
    if (sign === "in") {
      at += 1;
      const list = [];
      while (at < all.length && !is(")") && !is("]")) {
        list.push(value());
        if (is(",")) at += 1;
      }
      at += 1;
      return (get) => (left(get) === undefined ? null : list.some((one) => one(get) === left(get)));
    }
    if (!["<", "<=", ">", ">=", "==", "!="].includes(sign)) throw wrong("a comparison was expected");
    const right = value();
    return (get) => {
      const [a, b] = [left(get), right(get)];
      if (a === undefined || a === null || b === undefined || b === null) return null;
      return { "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a === b, "!=": a !== b }[sign];
    };
  };
  const denial = () => {
    if (!is("not")) return comparison();
    at += 1;
    const inner = denial();
    return (get) => { const told = inner(get); return told === null ? null : !told; };
  };
  const both = () => {
    let left = denial();
    while (is("and")) {
      at += 1;
      const [a, b] = [left, denial()];
      left = (get) => (a(get) === false || b(get) === false ? false : a(get) && b(get));
    }
    return left;
  };
  const either = () => {
    let left = both();
    while (is("or")) {
      at += 1;
      const [a, b] = [left, both()];
      left = (get) => (a(get) || b(get) ? true : a(get) === null || b(get) === null ? null : false);
    }
    return left;
  };
  const whole = either();
  if (at < all.length) throw wrong("something was not expected");
  return whole;
}
