/** The receiver of an answer: an HTTP response, or one operation of a socket. */
export interface AnswerSink {
  /** True once the answer was written or the client has disconnected. */
  readonly closed: boolean;
  /** Registers a callback for the close. */
  onClose(callback: () => void): void;
  /** Disconnects the client. */
  destroy(): void;
}
