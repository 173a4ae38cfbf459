import { bytesOf, bytesOfText, callHost, type Host, textOfBytes } from './host.js';

/** How a value crosses to the host: bytes and keys as objects with a key of their own. */
type Crossing = (value: unknown) => unknown;

/** A key as the host returned it: its material, as JSON. */
interface Key {
  material: unknown;
  type: string;
  extractable: boolean;
  algorithm: object;
  usages: readonly string[];
}

const methods = [
  'digest',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'deriveBits',
  'deriveKey',
  'generateKey',
  'importKey',
  'exportKey',
] as const;

/**
 * `crypto.subtle`. The host keeps nothing: a key is its material, which crosses with each call.
 * @returns also what ends a call: the host calls it with the number and the result
 */
export function createSubtle(host: Host) {
  const materials = new WeakMap<object, unknown>();
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;

  class CryptoKey {
    readonly type: string;
    readonly extractable: boolean;
    readonly algorithm: object;
    readonly usages: readonly string[];

    constructor({ type, extractable, algorithm, usages, material }: Key) {
      this.type = type;
      this.extractable = extractable;
      this.algorithm = algorithm;
      this.usages = usages;
      materials.set(this, material);
      Object.freeze(this);
    }
  }

  const out: Crossing = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof CryptoKey) return { $key: materials.get(value) };
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return { $bytes: textOfBytes(bytesOf(value)) };
    if (Array.isArray(value)) return value.map(out);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, out(item)]));
  };
  const back: Crossing = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$key' in value) {
      const key = value.$key as Key;
      return new CryptoKey({ ...key, algorithm: back(key.algorithm) as object });
    }
    if ('$bytes' in value) return bytesOfText(String(value.$bytes)).buffer;
    if (Array.isArray(value)) return value.map(back);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, back(item)]));
  };

  const call = async (method: string, args: unknown[]): Promise<unknown> => {
    last += 1;
    const ended = Promise.withResolvers<unknown>();
    callHost(host, 'subtle', [last, method, args.map(out)]);
    open.set(last, ended);
    return ended.promise;
  };
  const settle = (id: number, answer: string): void => {
    const ended = open.get(id);
    open.delete(id);
    if (answer[0] === '=') ended?.resolve(back(JSON.parse(answer.slice(1))));
    else ended?.reject(new Error(answer.slice(1)));
  };
  const subtle = Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => call(method, args)]));
  return { subtle, settle };
}
