/*
 * What expressions cost, in units of work. Measured so that a unit takes about as long for lists of objects, for maps and
 * for texts: `npm run bench -- w12` shows the units per millisecond of each kind, and fails beyond a factor of three.
 */
export const prices = {
  /** A list or an object that an expression reaches. */
  view: 0.6,
  /** An entry of a list or a map that is visited. */
  item: 0.3,
  /** A key of a map whose keys are listed. */
  key: 0.7,
  /** A value of a result that is written or counted. */
  written: 0.5,
  /** A call, and one that compares two plain values. */
  call: 3,
  comparison: 0.5,
  /** A call that parses a time or a duration. */
  callOfTimes: 10,
  /** A call that converts a time to another time zone, which needs a calendar. */
  callOfZones: 250,
  /** A value that `format` may write with a fraction, by the rules of a language. */
  fraction: 150,
  /** A key or an index that a path follows. */
  step: 1,
  /** A round of a comprehension, and each part of the expression that it evaluates. */
  round: 1,
  part: 0.1,
  /** An object that is built weighs as much as so many parts. */
  partsOfObject: 50,
  /** A value that a comprehension adds to its result. */
  appended: 2.5,
  /** A fallback that is considered. */
  fallback: 3,
  /** A character of a text that a call reads or writes; those of `slow` functions cost a multiple. */
  character: 0.005,
  /** An entry of a list that a call is given or returns. */
  entry: 0.014,
  /** A value in a list, and one in a map, that a call reads at any depth. */
  deepItem: 0.5,
  deepEntry: 0.9,
} as const;

/** By function, how many times as much as others it needs for a character. */
export const slow: Partial<Record<string, number>> = {
  size: 17,
  indexOf: 4,
  lastIndexOf: 4,
  upperAscii: 4,
  lowerAscii: 4,
  replace: 6,
  substring: 4,
  charAt: 4,
  split: 8,
  trim: 4,
  format: 4,
  'strings.quote': 60,
  join: 3,
  base64Encode: 4,
  urlEncode: 20,
  hash: 4,
  hmac: 4,
  int: 100,
  uint: 100,
};

/** Like `slow`, for the characters of texts that `format` writes in hexadecimal. */
export const slowHexadecimal = 150;
