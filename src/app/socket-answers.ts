import type { WebSocket } from 'ws';
import type { AnswerSink } from '../platform/answers/answer-sink.js';

/** Where the answers of one socket's operations go, each by what the client asked for it. */
export class SocketAnswers {
  readonly #open = new Map<object, SocketAnswer>();

  constructor(readonly socket: Pick<WebSocket, 'terminate'>) {}

  open(asked: object): AnswerSink {
    const answer = new SocketAnswer(this.socket);
    this.#open.set(asked, answer);
    return answer;
  }

  /** Its answer was written. */
  close(asked: object): void {
    this.#open.get(asked)?.close();
    this.#open.delete(asked);
  }

  /** Nobody is left to write to. */
  closeAll(): void {
    for (const asked of [...this.#open.keys()]) this.close(asked);
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
