/** How much one operation from outside may ask. Operations of the REST routes are ours and are not held to them. */
export const operationLimits = {
  /** Levels of fields, the root field's being the first. */
  depth: 15,
  /** Levels of lists and objects in the values that are written out in a document. */
  nesting: 200,
  aliases: 30,
  /** That an operation or a fragment selects, as `selectedFields` counts. */
  fields: 4_000,
  /** The same for callers without a good credential: nobody takes much of our time before we know who it is. */
  fieldsOfStrangers: 500,
  directives: 50,
  /** Of the document's text. */
  tokens: 5_000,
  /** As `costOfOperation` counts. */
  cost: 20_000,
  /** Operations in one HTTP request. */
  batch: 10,
  /** Operations at once on one WebSocket. */
  onSocket: 100,
} as const;
