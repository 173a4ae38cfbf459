import type { Dispatcher } from 'undici';
import type { Halt } from './halt.js';
import type { Hop } from './hop.js';
import { tooLarge } from './outbound-error.js';

/** One answer as it came over the wire, not decompressed. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Sends one request and reads its answer whole, at most `maxBytes` of it. Dispatches by hand because the streams that
 * `undici.request` sets up cost as much as the exchange itself.
 */
export function exchange(dispatcher: Dispatcher, hop: Hop, maxBytes: number, halt: Halt): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(hop, maxBytes, halt, resolve, reject);
    if (halt.reason) return reject(halt.reason);
    halt.listener = (reason) => reader.end(reason);
    dispatcher.dispatch(
      {
        origin: hop.url.origin,
        path: hop.url.pathname + hop.url.search,
        method: hop.method,
        headers: hop.headers,
        body: hop.body ?? null,
        // The whole exchange has one clock, the halt's.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      reader,
    );
  });
}

class AnswerReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: Record<string, string> = {};
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor(
    private readonly hop: Hop,
    private readonly maxBytes: number,
    private readonly halt: Halt,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** Fails the exchange now and closes its connection as soon as there is one. */
  end(reason: Error): void {
    this.reject(reason);
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Ended while it waited for a connection: it must not be sent any more.
    if (this.halt.reason) controller.abort(this.halt.reason);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    for (const name of Object.keys(headers)) {
      const value = headers[name];
      if (value !== undefined) this.headers[name] = typeof value === 'string' ? value : value.join(', ');
    }
    const announced = Number(this.headers['content-length'] ?? 0);
    if (announced > this.maxBytes && this.hop.method !== 'HEAD') this.end(tooLarge(this.hop.url.host, this.maxBytes));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) this.end(tooLarge(this.hop.url.host, this.maxBytes));
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.resolve({ status: this.status, headers: this.headers, body: Buffer.concat(this.chunks, this.bytes) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.reject(error);
  }
}
