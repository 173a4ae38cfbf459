/** Limits on one operation of a client. Operations of the REST routes are the server's own and not limited. */
export const operationLimits = {
  /** Levels of fields, including the root field. */
  depth: 15,
  /** Levels of lists and objects in the literal values of a document. */
  nesting: 200,
  aliases: 30,
  /** Fields that an operation or a fragment selects, as `selectedFields` counts. */
  fields: 4_000,
  /** The same for callers without a valid credential, which limits the work done before authentication. */
  fieldsOfStrangers: 500,
  directives: 50,
  /** Characters of the document's text. The parser counts neither blanks nor comments as tokens. */
  characters: 100_000,
  /** Tokens of the document's text. */
  tokens: 5_000,
  /** As `costOfOperation` counts. */
  cost: 20_000,
  /** Operations in one HTTP request. */
  batch: 10,
  /** Concurrent operations on one WebSocket. */
  onSocket: 100,
  /** Tokens and selected fields that a caller's new document may have for one request; further ones count as more. */
  readInOneRequest: 1_000,
} as const;
