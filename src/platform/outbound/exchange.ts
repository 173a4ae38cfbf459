import { PassThrough } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type ByteShare, unreservedBytes } from '../slots/byte-budget.js';
import type { Deadline } from './deadline.js';
import { tooLarge } from './outbound-error.js';
import type { BodyTaker, OutboundRequest } from './outbound-request.js';
import { isRedirect, type OutboundStep } from './outbound-step.js';

/** A response as received, not decompressed. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** What `receive` made of the body. */
  received?: unknown;
  /** Whether the body was not read to its end. */
  isPartial: boolean;
  /** The cookies that it sets, each as it was sent. */
  setCookies: readonly string[];
}

/** How much of a body is read. */
export interface BodyLimits {
  maxBytes: number;
  /** Whether a body that cannot be read whole fails the request, or is returned as far as it was read. */
  partialBody: 'fail' | 'return';
  receive?: OutboundRequest['receive'] | undefined;
}

/**
 * Sends one request and reads its response completely, at most `maxBytes` of it; the connection of one that is not read to its
 * end is closed. A long response is read only when the
 * process has memory for all of it. Dispatches directly, because the
 * streams that `undici.request` creates cost as much as the request itself.
 */
export function exchange(
  dispatcher: Dispatcher,
  step: OutboundStep,
  limits: BodyLimits,
  share: ByteShare,
  deadline: Deadline,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(step, limits, share, deadline, resolve, reject);
    if (deadline.reason) return reject(deadline.reason);
    deadline.listener = (reason) => reader.end(reason);
    dispatcher.dispatch(
      {
        origin: step.url.origin,
        path: step.url.pathname + step.url.search,
        method: step.method,
        ...sentBody(step),
        // The deadline limits the whole request.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      reader,
    );
  });
}

/** The headers and the body of a step. The length of a stream is announced, so that a server knows one that is cut. */
function sentBody({ headers, body }: OutboundStep): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> {
  if (typeof body !== 'object' || body instanceof Uint8Array) return { headers, body: body ?? null };
  if (body.size === 0) return { headers, body: '' };
  return { headers: { ...headers, 'content-length': String(body.size) }, body: body.open() };
}

class AnswerReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: Record<string, string> = {};
  private setCookies: readonly string[] = [];
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  /** Where the body goes while it arrives; null if it is collected. */
  private passed: PassThrough | null = null;
  private mostPassed = 0;
  /** Ends the wait for room; null while it does not wait. */
  private waiting: AbortController | null = null;

  constructor(
    private readonly step: OutboundStep,
    private readonly limits: BodyLimits,
    private readonly share: ByteShare,
    private readonly deadline: Deadline,
    private readonly resolve: (answer: RawResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** Fails the request now, and closes its connection as soon as there is one. */
  end(reason: Error): void {
    this.fail(reason);
    this.waiting?.abort();
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It was ended while it waited for a connection, so it must not be sent any more.
    if (this.deadline.reason) controller.abort(this.deadline.reason);
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
    const cookies = headers['set-cookie'];
    if (cookies !== undefined) this.setCookies = typeof cookies === 'string' ? [cookies] : cookies;
    const take = this.takerOf();
    if (take) this.passTo(take);
    const { partialBody } = this.limits;
    const { maxBytes } = take ?? this.limits;
    const announced = Number(this.headers['content-length'] ?? 0);
    if (announced > maxBytes && this.step.method !== 'HEAD' && partialBody === 'fail')
      this.end(tooLarge(this.step.url.host, maxBytes));
  }

  private takerOf(): BodyTaker | null {
    const { step, status, headers } = this;
    const { receive } = this.limits;
    if (!receive || step.method === 'HEAD' || isRedirect(status, headers.location)) return null;
    const encoding = headers['content-encoding'] ?? 'identity';
    return encoding === 'identity' ? receive({ status, headers, url: step.url.href }) : null;
  }

  /** The request ends when the body was taken: a response that is read no further is closed. */
  private passTo({ take, maxBytes }: BodyTaker): void {
    const passed = new PassThrough();
    this.passed = passed;
    this.mostPassed = maxBytes;
    passed.on('error', () => undefined).on('drain', () => this.controller?.resume());
    void take(passed).then(
      (received) => {
        this.answer(false, received);
        if (!passed.readableEnded) this.controller?.abort(new Error('The rest of the body is not needed.'));
      },
      (error: Error) => this.end(error),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.passed) {
      this.pass(this.passed, controller, chunk);
      return;
    }
    const { maxBytes } = this.limits;
    this.chunks.push(chunk.subarray(0, maxBytes - this.bytes));
    this.bytes += chunk.length;
    if (this.bytes > maxBytes) this.end(tooLarge(this.step.url.host, maxBytes));
    else if (this.bytes > unreservedBytes && !this.share.isReserved) this.waitForRoom(controller);
  }

  /** Reads no further until there is room for the whole response. Time spent waiting for it does not count. */
  private waitForRoom(controller: Dispatcher.DispatchController): void {
    const { 'content-length': announced, 'content-encoding': encoding } = this.headers;
    const length = announced === undefined || encoding !== undefined ? this.limits.maxBytes : Number(announced);
    const waiting = new AbortController();
    this.waiting = waiting;
    controller.pause();
    this.deadline.pause();
    void this.share.reserve(length, waiting.signal).then(() => {
      this.waiting = null;
      if (waiting.signal.aborted) return;
      this.deadline.resume();
      controller.resume();
    });
  }

  private pass(passed: PassThrough, controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.mostPassed) this.end(tooLarge(this.step.url.host, this.mostPassed));
    else if (!passed.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.passed) {
      this.passed.end();
      return;
    }
    // The server has closed the connection: nothing more will come.
    if (this.waiting) {
      this.waiting.abort();
      this.share.release();
      this.deadline.resume();
    }
    this.answer(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.waiting?.abort();
    this.fail(error);
  }

  private answer(isPartial: boolean, received?: unknown): void {
    const { status, headers, chunks, setCookies } = this;
    const taken = this.passed ? { received } : {};
    this.resolve({ status, headers, body: Buffer.concat(chunks), isPartial, setCookies, ...taken });
  }

  /** Only what came after the status can be missing from a partial response. */
  private fail(error: Error): void {
    this.passed?.destroy(error);
    if (this.limits.partialBody === 'return' && this.status > 0) this.answer(true);
    else this.reject(error);
  }
}
