import { createHash, createHmac, randomBytes, randomInt, randomUUID, webcrypto } from 'node:crypto';

/*
 * What isolates reach of the sandbox process: one function from texts to text. It keeps nothing between calls, so that no
 * object of this process is ever named by foreign code, and bounds what nothing can interrupt.
 */

type Subtle = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
type Operation = (args: unknown, bytes: string) => string;

/** A key as isolates keep it. */
interface Material {
  format: string;
  data: unknown;
  algorithm: unknown;
  extractable: boolean;
  usages: readonly string[];
}

/** The run on whose behalf the host is called. */
export interface HostedRun {
  isOver(): boolean;
  /** Ends a call of `crypto.subtle`. */
  settle(id: number, answer: string): void;
}

const subtle = webcrypto.subtle as unknown as Subtle;
const randomAtMost = 1024 * 1024;
/** Characters of the calls of `crypto.subtle` that a run has in progress. */
const pendingAtMost = 32 * 1024 * 1024;
const deepest = 16;
/** Upper bounds of what makes an operation take long: none takes longer than about a second. */
const bounds: Readonly<Record<string, number>> = { iterations: 1_000_000, modulusLength: 4_096, length: 524_288 };

const latin = (text: string) => Buffer.from(text, 'latin1');

const operations = new Map<string, Operation>([
  ['uuid', () => randomUUID()],
  ['random', (size) => randomBytes(bounded(size, randomAtMost, 'size')).toString('latin1')],
  ['randomInt', (range) => String(randomInt(...(range as [number, number])))],
  ['hash', (name, bytes) => createHash(String(name)).update(latin(bytes)).digest().toString('latin1')],
  ['hmac', (args, bytes) => hmac(args as [string, string], bytes)],
  ['base64', (_, bytes) => latin(bytes).toString('base64')],
  ['unbase64', (text) => atob(String(text))],
  ['encodingOf', (label) => new TextDecoder(String(label)).encoding],
  ['decode', (args, bytes) => decode(args as Decoding, bytes)],
  ['url', (args) => partsOfUrl(args as UrlArguments)],
]);

/** Creates the function that one isolate gets. It never throws: what is thrown in an isolate would show paths of the server. */
export function createHost(run: HostedRun): (operation: unknown, args: unknown, bytes: unknown) => string {
  const perform = subtleOf(run);
  return (operation, args, bytes) => {
    try {
      if (typeof operation !== 'string' || typeof args !== 'string' || typeof bytes !== 'string')
        return '!Not allowed.';
      const parsed: unknown = JSON.parse(args);
      const text = operation === 'subtle' ? perform(parsed, args.length) : operations.get(operation)?.(parsed, bytes);
      return text === undefined ? '!Not allowed.' : `=${text}`;
    } catch (error) {
      return `!${messageOf(error)}`;
    }
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : 'The operation failed.';
}

function bounded(value: unknown, atMost: number, name: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= atMost) return value as number;
  throw new RangeError(`${name} must be a whole number from 0 to ${atMost}.`);
}

function hmac([name, key]: [string, string], bytes: string): string {
  return createHmac(String(name), latin(String(key)))
    .update(latin(bytes))
    .digest()
    .toString('latin1');
}

interface Decoding {
  encoding: string;
  fatal: boolean;
  ignoreBOM: boolean;
}

function decode({ encoding, fatal, ignoreBOM }: Decoding, bytes: string): string {
  return new TextDecoder(encoding, { fatal, ignoreBOM }).decode(latin(bytes));
}

const urlParts = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
export type UrlPart = (typeof urlParts)[number];
type UrlArguments = [input: string, base: string | null, part?: UrlPart, value?: string];

/** @param args an address, what it is relative to, and a part of it to be replaced */
function partsOfUrl([input, base, part, value]: UrlArguments): string {
  const url = base === null ? new URL(String(input)) : new URL(String(input), String(base));
  if (part !== undefined && urlParts.includes(part)) url[part] = String(value);
  return JSON.stringify(Object.fromEntries([...urlParts, 'origin' as const].map((name) => [name, url[name]])));
}

/** One call of a run after the other, so that at most one still computes when the run is over. */
function subtleOf({ isOver, settle }: HostedRun): (args: unknown, size: number) => string {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return (args, size) => {
    const [id, method, given] = args as [number, string, unknown[]];
    if (pending + size > pendingAtMost)
      throw new RangeError('Too much data at once for crypto.subtle. Await its results.');
    pending += size;
    last = last.then(async () => {
      if (!isOver()) settle(Number(id), await answerOf(String(method), given));
      pending -= size;
    });
    return '';
  };
}

async function answerOf(method: string, args: unknown[]): Promise<string> {
  try {
    return `=${JSON.stringify(await performSubtle(method, args))}`;
  } catch (error) {
    return `!${messageOf(error)}`;
  }
}

async function performSubtle(method: string, crossed: unknown[]): Promise<unknown> {
  const args = await Promise.all(crossed.map((arg) => received(arg)));
  switch (method) {
    case 'importKey': {
      const [format, data, algorithm, extractable, usages] = crossed as [string, unknown, unknown, boolean, string[]];
      return keyOf({ format, data, algorithm, extractable, usages });
    }
    case 'generateKey': {
      const [algorithm, extractable, usages] = args;
      return generated(await subtle.generateKey?.(algorithm, true, usages), algorithm, extractable === true);
    }
    case 'deriveKey': {
      const [algorithm, base, derived, extractable, usages] = args;
      return generated(await subtle.deriveKey?.(algorithm, base, derived, true, usages), derived, extractable === true);
    }
    case 'deriveBits':
      bounded(args[2], bounds.length as number, 'length');
      return sent(await subtle.deriveBits?.(...args));
    case 'digest':
    case 'sign':
    case 'verify':
    case 'encrypt':
    case 'decrypt':
    case 'exportKey':
      return sent(await subtle[method]?.(...args));
    default:
      throw new TypeError(`crypto.subtle.${method.slice(0, 50)} is not available.`);
  }
}

/** Values as they arrive: keys are imported again. @throws RangeError for what would take long */
async function received(value: unknown, depth = 0): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new RangeError('The arguments are nested too deeply.');
  if (Object.hasOwn(value, '$bytes')) return latin(String((value as { $bytes: unknown }).$bytes));
  if (Object.hasOwn(value, '$key')) return importedKey((value as { $key: Material }).$key);
  if (Array.isArray(value)) return Promise.all(value.map((item) => received(item, depth + 1)));
  const entries = Object.entries(value).map(async ([name, item]) => {
    const atMost = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
    if (atMost !== undefined && typeof item === 'number') bounded(item, atMost, name);
    return [name, await received(item, depth + 1)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Values as isolates get them: bytes as text. */
function sent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ArrayBuffer) return { $bytes: Buffer.from(value).toString('latin1') };
  if (ArrayBuffer.isView(value))
    return { $bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1') };
  if (Array.isArray(value)) return value.map(sent);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, sent(item)]));
}

async function importedKey({ format, data, algorithm, extractable, usages }: Material): Promise<unknown> {
  const [bytes, kind] = await Promise.all([received(data), received(algorithm)]);
  return subtle.importKey?.(format, bytes, kind, extractable, usages);
}

async function keyOf(material: Material): Promise<unknown> {
  const { type, extractable, algorithm, usages } = (await importedKey(material)) as webcrypto.CryptoKey;
  return { $key: { material, type, extractable, algorithm: sent(algorithm), usages } };
}

/** A new key, or a pair of keys, by their material. */
async function generated(made: unknown, algorithm: unknown, extractable: boolean): Promise<unknown> {
  const crossing = async (key: webcrypto.CryptoKey, isExtractable: boolean) => {
    const data = await subtle.exportKey?.('jwk', key);
    return keyOf({ format: 'jwk', data, algorithm: sent(algorithm), extractable: isExtractable, usages: key.usages });
  };
  if (!Object.hasOwn(made as object, 'privateKey')) return crossing(made as webcrypto.CryptoKey, extractable);
  const { privateKey, publicKey } = made as webcrypto.CryptoKeyPair;
  return { privateKey: await crossing(privateKey, extractable), publicKey: await crossing(publicKey, true) };
}
