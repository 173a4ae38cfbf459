import type { WebSocket } from 'ws';
import type { AnswerSink } from '../../platform/answers/answer-sink.js';

/** The answer sinks of the operations of one socket, by the payload of the client's message. */
export class SocketAnswers {
  readonly #open = new Map<object, SocketAnswer>();

  constructor(readonly socket: Pick<WebSocket, 'terminate'>) {}

  open(payload: object): AnswerSink {
    const answer = new SocketAnswer(this.socket);
    this.#open.set(payload, answer);
    return answer;
  }

  /** Closes the sink of an operation whose answer was written. */
  close(payload: object): void {
    this.#open.get(payload)?.close();
    this.#open.delete(payload);
  }

  /** Closes all sinks, after the socket was closed. */
  closeAll(): void {
    for (const payload of [...this.#open.keys()]) this.close(payload);
  }
}

class SocketAnswer implements AnswerSink {
  closed = false;
  readonly #callbacks: (() => void)[] = [];

  constructor(readonly socket: Pick<WebSocket, 'terminate'>) {}

  onClose(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  close(): void {
    this.closed = true;
    for (const callback of this.#callbacks.splice(0)) callback();
  }

  destroy(): void {
    this.socket.terminate();
  }
}
