/*
 * What reading data costs, in units of work, measured so that a unit takes about as long for lists of objects, for maps
 * and for texts.
 */
export const prices = {
  /** A list or an object that an expression reaches. */
  view: 0.6,
  /** An entry of a list or a map that is visited. */
  item: 0.3,
  /** A key of a map whose keys are listed. */
  key: 0.6,
  /** A value of a result that is written or counted. */
  written: 0.5,
} as const;
