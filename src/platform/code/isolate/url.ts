import type { UrlPart } from '../sandbox-host.js';
import { callHost, type Host } from './host.js';

/** The parts of an address, as the system's parser finds them. */
interface Parts extends Record<(typeof settable)[number], string> {
  origin: string;
}

// The host has them, too: neither of the two can load a file of the other.
const settable = [
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
] as const satisfies readonly UrlPart[];

/** The addresses whose parameters are these. */
const ownerOf = new WeakMap<object, (query: string) => void>();

/** `URL` and `URLSearchParams`. The system's parser reads addresses: no other one agrees with it in every case. */
export function urlGlobals(host: Host) {
  const parse = (args: unknown): Parts => JSON.parse(callHost(host, 'url', args));

  class URL {
    #parts: Parts;
    readonly searchParams: URLSearchParams;

    constructor(input: unknown, base?: unknown) {
      this.#parts = parse([String(input), base === undefined ? null : String(base)]);
      this.searchParams = new URLSearchParams(this.#parts.search);
      ownerOf.set(this.searchParams, (query) => {
        this.#parts = parse([this.#parts.href, null, 'search', query]);
      });
    }

    static canParse(input: unknown, base?: unknown): boolean {
      return URL.parse(input, base) !== null;
    }

    static parse(input: unknown, base?: unknown): URL | null {
      try {
        return new URL(input, base);
      } catch {
        return null;
      }
    }

    get origin(): string {
      return this.#parts.origin;
    }

    toString(): string {
      return this.#parts.href;
    }

    toJSON(): string {
      return this.#parts.href;
    }

    static {
      for (const name of settable) {
        Object.defineProperty(URL.prototype, name, {
          enumerable: true,
          configurable: true,
          get(this: URL) {
            return this.#parts[name];
          },
          set(this: URL, value: unknown) {
            this.#parts = parse([this.#parts.href, null, name, String(value)]);
            this.searchParams[replaceEntries](this.#parts.search);
          },
        });
      }
    }
  }
  return { URL, URLSearchParams };
}

const replaceEntries = Symbol('replaceEntries');

type Entry = [name: string, value: string];

class URLSearchParams {
  #entries: Entry[];

  constructor(from: unknown = '') {
    this.#entries = entriesOf(from);
  }

  [replaceEntries](query: string): void {
    this.#entries = parseQuery(query);
  }

  #write(entries: Entry[]): void {
    this.#entries = entries;
    ownerOf.get(this)?.(this.toString());
  }

  get size(): number {
    return this.#entries.length;
  }

  get(name: unknown): string | null {
    return this.#entries.find(([key]) => key === String(name))?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#entries.filter(([key]) => key === String(name)).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#entries.some(([key, one]) => key === String(name) && (value === undefined || one === String(value)));
  }

  append(name: unknown, value: unknown): void {
    this.#write([...this.#entries, [String(name), String(value)]]);
  }

  set(name: unknown, value: unknown): void {
    const key = String(name);
    const first = this.#entries.findIndex(([one]) => one === key);
    if (first < 0) {
      this.append(key, value);
      return;
    }
    const entries = this.#entries.filter(([one], index) => index === first || one !== key);
    entries[first] = [key, String(value)];
    this.#write(entries);
  }

  delete(name: unknown, value?: unknown): void {
    const isIt = ([key, one]: Entry) => key === String(name) && (value === undefined || one === String(value));
    this.#write(this.#entries.filter((entry) => !isIt(entry)));
  }

  sort(): void {
    this.#write(this.#entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
  }

  forEach(call: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const [name, value] of this.#entries) call(value, name, this);
  }

  keys(): Iterator<string> {
    return this.#entries.map(([name]) => name).values();
  }

  values(): Iterator<string> {
    return this.#entries.map(([, value]) => value).values();
  }

  entries(): ArrayIterator<Entry> {
    return this.#entries.map(([name, value]): Entry => [name, value]).values();
  }

  [Symbol.iterator](): ArrayIterator<Entry> {
    return this.entries();
  }

  toString(): string {
    return this.#entries.map((entry) => entry.map(encode).join('=')).join('&');
  }
}

function entriesOf(from: unknown): Entry[] {
  if (typeof from !== 'object' || from === null) return parseQuery(String(from));
  const pairs = Symbol.iterator in from ? [...(from as Iterable<Iterable<unknown>>)] : Object.entries(from);
  return pairs.map((pair) => {
    const [name, value, ...rest] = [...pair];
    if (value === undefined || rest.length > 0) throw new TypeError('Each entry must be a pair of name and value.');
    return [String(name), String(value)];
  });
}

function parseQuery(query: string): Entry[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** What is no valid escape stays as it is. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
