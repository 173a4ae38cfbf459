/** Two numbers that belong together, with one of them set: the other one has its default then. None once one is empty. */
export function withPair<Pair extends object>(
  pair: Pair | null | undefined,
  name: keyof Pair,
  value: number | undefined,
  defaults: Pair,
): Pair | undefined {
  return value === undefined ? undefined : { ...defaults, ...pair, [name]: value };
}

/** A priority as it is typed: a number, or a text with an expression; none for an empty text. */
export function priorityOf(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const value = Number(typed);
  return Number.isInteger(value) ? value : text;
}
