import { Buffer as Plain } from 'buffer/index.js';

const isUrlSafe = (encoding: unknown): boolean => String(encoding).toLowerCase() === 'base64url';
const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** `Buffer` with the encoding `base64url`, which the package lacks; it reads both alphabets. */
export function createBuffer(): typeof Plain {
  const { toString: toText, write } = Plain.prototype;
  const { from, byteLength, isEncoding } = Plain as unknown as Record<string, (...args: unknown[]) => unknown>;
  const plainly = (encoding: unknown): unknown => (isUrlSafe(encoding) ? 'base64' : encoding);
  Object.assign(Plain.prototype, {
    toString(this: Plain, encoding?: string, ...range: number[]): string {
      const text = toText.call(this, plainly(encoding) as string, ...range);
      return isUrlSafe(encoding) ? urlSafe(text) : text;
    },
    write(this: Plain, ...args: unknown[]): unknown {
      return (write as (...all: unknown[]) => unknown).apply(this, args.map(plainly));
    },
  });
  Object.assign(Plain, {
    from: (value: unknown, second?: unknown, ...rest: unknown[]) =>
      from?.call(Plain, value, typeof value === 'string' ? plainly(second) : second, ...rest),
    byteLength: (value: unknown, encoding?: unknown) => byteLength?.call(Plain, value, plainly(encoding)),
    isEncoding: (encoding: unknown) => isUrlSafe(encoding) || isEncoding?.call(Plain, encoding),
  });
  return Plain;
}
