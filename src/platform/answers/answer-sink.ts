/** Where an answer goes: an HTTP response, or one operation of a socket. */
export interface AnswerSink {
  /** True once the answer was written, or nobody is left to read it. */
  readonly closed: boolean;
  /** Calls back once it is closed. */
  onClose(callback: () => void): void;
  /** Disconnects the client. */
  destroy(): void;
}
