/** An item at the source of a trigger that polls. */
export interface PolledItem {
  /** What identifies it: the same key starts the flow once. */
  key: string;
  /** The trigger data of the execution that it starts. */
  data: Record<string, unknown>;
}

/** What a poll has found. */
export interface Polled {
  /** In the order in which they start the flow. */
  items: PolledItem[];
  /** What the next poll gets as the cursor. */
  cursor: unknown;
}

/** The answer of a source. */
export interface SourceAnswer {
  body: unknown;
  /** Parses a text as a feed, in a thread of its own. @throws Error with a message for the author */
  parseFeed(text: string): Promise<unknown>;
}

/** How a trigger looks for something new. */
export interface PollSource {
  /**
   * The fields of the request, as a node of `http.request` has them. `{{triggerData.cursor}}` is the cursor.
   * @throws SourceError if they are not valid
   */
  requestOf(config: Readonly<Record<string, unknown>>, cursor: unknown): Record<string, unknown>;
  /**
   * Reads the answer.
   * @param config as it was validated when the flow was activated
   * @param cursor that of the last poll; null for the first one
   * @throws SourceError if it is not what the trigger expects
   */
  read(config: Readonly<Record<string, unknown>>, answer: SourceAnswer, cursor: unknown): Polled | Promise<Polled>;
}

/** An answer in which nothing can be found; the message is a sentence for the author of the flow. */
export class SourceError extends Error {}

/** Items of one answer. */
export const itemsAtMost = 10_000;
