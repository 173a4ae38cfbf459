import type { Path } from './shapes.js';

/** One place for text in a request, and how to send the request with a text there. */
export interface Target {
  /** For reports: `body.tags[0]`. */
  name: string;
  /** From the input's root, to find the text in what is answered; empty for paths, queries and headers. */
  path: Path;
  format: string;
  send: (text: string) => Promise<Answer>;
  /** What a request can carry there. */
  takes?: (text: string) => boolean;
}

/** What both surfaces answer. */
export interface Answer {
  status: number;
  code: string | null;
  message: string;
  details: readonly { field?: string; rule?: string; message: string }[];
  data: unknown;
}

/** A write, and what can be read of it afterwards. */
export interface Operation {
  name: string;
  /** Sends the smallest valid request; null if it has nothing but IDs. */
  sendValid: (() => Promise<Answer>) | null;
  targets: Target[];
  /** Reads what an answer is of once more; null if nothing reads it. */
  readAgain: (answer: Answer) => Promise<Answer | null>;
  /** The path parameter that its answers are IDs for, and those that it needs. */
  makes?: { id: string; needs: string[] };
  /** Reads the list that it stands in; null if it stands in none. */
  readList: (() => Promise<Answer>) | null;
}

export function nameOf(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}

/** What stands at a path, or undefined if nothing does. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}
