const mebibyte = 1024 * 1024;

/** Limits on the size of an answer, and on concurrent large answers. Times are in milliseconds. */
export interface AnswerLimits {
  /** Bytes of JSON that one operation, or all operations of one HTTP request, may read and return. */
  bytes: number;
  /** Bytes that are read without a slot; each read may use a quarter of the rest. */
  lightBytes: number;
  /** Concurrent answers above `lightBytes` in this process. */
  slots: number;
  /** Slots that one caller may hold. */
  slotsPerCaller: number;
  /** Answers of one caller that may wait for a slot; further ones are refused at once. */
  waitingPerCaller: number;
  /** How long an answer waits for a slot. */
  waitMs: number;
  /** How long a slot is held; a client that has not read its answer by then is disconnected. */
  holdMs: number;
}

export const answerLimits: AnswerLimits = {
  bytes: 32 * mebibyte,
  lightBytes: 4 * mebibyte,
  slots: 4,
  slotsPerCaller: 2,
  waitingPerCaller: 20,
  waitMs: 10_000,
  holdMs: 60_000,
};
