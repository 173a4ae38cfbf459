import type { Buffer as BufferKind } from 'buffer/index.js';
import { bytesOf, bytesOfText, callHost, fillBytes, type Host, textOfBytes } from './host.js';
import type { createSubtle } from './subtle.js';
import { randomBytesOf } from './text.js';

const randomAtMost = 65_536;

interface Parts {
  host: Host;
  Buffer: typeof BufferKind;
  subtle: ReturnType<typeof createSubtle>['subtle'];
}

/** `crypto` as browsers have it, with the functions of `node:crypto` that code of others uses most. */
export function createCrypto({ host, Buffer, subtle }: Parts) {
  const inEncoding = (text: string, encoding?: string) =>
    encoding === undefined || encoding === 'buffer'
      ? Buffer.from(bytesOfText(text))
      : Buffer.from(bytesOfText(text)).toString(encoding as 'hex');
  const dataOf = (data: unknown, encoding?: string) =>
    textOfBytes(typeof data === 'string' ? Buffer.from(data, encoding as 'utf8') : bytesOf(data));

  /** What `createHash` and `createHmac` return: the digest of everything that it was updated with. */
  class Digest {
    #data = '';
    #isDone = false;
    readonly #of: (data: string) => string;

    constructor(of: (data: string) => string) {
      this.#of = of;
    }

    update(data: unknown, encoding?: string): this {
      if (this.#isDone) throw new Error('The digest was read already.');
      this.#data += dataOf(data, encoding);
      return this;
    }

    digest(encoding?: string) {
      if (this.#isDone) throw new Error('The digest was read already.');
      this.#isDone = true;
      return inEncoding(this.#of(this.#data), encoding);
    }
  }

  const web = {
    subtle,
    randomUUID: (): string => callHost(host, 'uuid'),
    getRandomValues<T extends ArrayBufferView>(array: T): T {
      if (!ArrayBuffer.isView(array) || /^(Float|Data)/.test(array.constructor.name))
        throw new TypeError('getRandomValues accepts an array of integers.');
      if (array.byteLength > randomAtMost) throw new RangeError(`At most ${randomAtMost} random bytes at once.`);
      fillBytes(bytesOf(array), textOfBytes(randomBytesOf(host, array.byteLength)));
      return array;
    },
  };
  const randomInt = (from: number, to?: number): number => {
    const [min, max] = to === undefined ? [0, from] : [from, to];
    return Number(callHost(host, 'randomInt', [min, max]));
  };
  return {
    subtle: web.subtle,
    randomUUID: web.randomUUID,
    getRandomValues: web.getRandomValues,
    webcrypto: web,
    randomInt,
    randomBytes: (size: number) => Buffer.from(randomBytesOf(host, size)),
    createHash: (algorithm: unknown) => {
      const name = String(algorithm);
      callHost(host, 'hash', name);
      return new Digest((data) => callHost(host, 'hash', name, data));
    },
    createHmac: (algorithm: unknown, key: unknown) => {
      const args = [String(algorithm), dataOf(key)];
      callHost(host, 'hmac', args);
      return new Digest((data) => callHost(host, 'hmac', args, data));
    },
    timingSafeEqual: (one: unknown, other: unknown): boolean => {
      const [a, b] = [bytesOf(one), bytesOf(other)];
      if (a.length !== b.length) throw new RangeError('Input buffers must have the same byte length');
      return a.reduce((difference, byte, at) => difference | (byte ^ (b[at] as number)), 0) === 0;
    },
  };
}
