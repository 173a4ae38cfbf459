import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A body of any length, which is hashed while it is read. */
export class HashedBody {
  readonly #hash = createHash('sha256');
  #isRead = false;
  #digest: string | undefined;

  constructor(private readonly request: IncomingMessage) {}

  get headers(): IncomingHttpHeaders {
    return this.request.headers;
  }

  async *iterator(options?: { destroyOnReturn?: boolean }): NodeJS.AsyncIterator<Buffer> {
    for await (const bytes of this.request.iterator(options)) {
      this.#hash.update(bytes as Buffer);
      yield bytes as Buffer;
    }
    this.#isRead = true;
  }

  /** Of the whole body; what was not read before is read for it. */
  async hash(): Promise<string> {
    if (!this.#isRead) for await (const _ of this.iterator({ destroyOnReturn: false }));
    this.#digest ??= this.#hash.digest('base64url');
    return this.#digest;
  }
}
