const mebibyte = 1024 * 1024;

/** How much one answer may hold, and how many large ones are made at once. Times in milliseconds. */
export interface AnswerLimits {
  /** Bytes of JSON that one operation, or all operations of one HTTP request, may read and answer with. */
  bytes: number;
  /** Of these, what is read without a slot; a quarter of what is left of it at a time. */
  lightBytes: number;
  /** Answers beyond `lightBytes` that are made at once in this process. */
  slots: number;
  /** Of these, those of one caller. */
  slotsPerCaller: number;
  /** Answers of one caller that wait for a slot; more are refused at once. */
  waitingPerCaller: number;
  /** How long one waits. */
  waitMs: number;
  /** How long a slot is kept; a client that has not read its answer by then is disconnected. */
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
