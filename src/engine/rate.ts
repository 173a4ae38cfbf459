/** What the rate of a node, in its own field or with `each`, may be at most. */
export const rateAtMost = { count: 1_000, seconds: 86_400, keyCharacters: 200 };
