import type { CodeScope } from './isolate/names.js';
import type { LibraryName } from './libraries-of.js';

export type { CodeScope };

/** A piece of JavaScript to run: the body of an async function that receives `input` and returns its result. */
export interface CodeTask {
  source: string;
  /** A JSON value. */
  input: unknown;
  /** What the code reads by the names of n8n: a JSON value. Without it, it has none of them. */
  scope?: CodeScope | undefined;
  /** Maximum duration in milliseconds. Defaults to 10,000. */
  timeoutMs?: number | undefined;
}

export type CodeErrorCode =
  /** The operator has not enabled code. */
  | 'CODE_DISABLED'
  /** isolated-vm is not installed, or its process cannot be started. */
  | 'CODE_UNAVAILABLE'
  /** The code threw, or is not valid JavaScript. */
  | 'CODE_FAILED'
  | 'CODE_TIMEOUT'
  | 'CODE_MEMORY'
  /** The result is too large, or cannot be represented in JSON. */
  | 'CODE_OUTPUT';

export type CodeRun =
  /** `json` is text that untrusted code may have forged: it must be parsed as such. */
  | { kind: 'done'; json: string; logs: string[] }
  | { kind: 'failed'; code: CodeErrorCode; message: string; logs: string[] };

/** A task as the sandbox process gets it. */
export interface RunMessage {
  kind: 'run';
  id: number;
  source: string;
  /** JSON. */
  input: string;
  /** JSON. */
  scope: string;
  libraries: readonly LibraryName[];
  timeoutMs: number;
}

/** Messages to the sandbox process. */
export type ToSandbox =
  /** The bodies of functions that install libraries, before the first run. */
  { kind: 'libraries'; texts: Readonly<Record<LibraryName, string>> } | RunMessage | { kind: 'cancel'; id: number };

/** Messages from the sandbox process. */
export type FromSandbox =
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  /** Both are JSON that untrusted code may have influenced: it must be parsed as such. `value` is empty if there is none. */
  | { kind: 'answer'; id: number; value: string; notes: string }
  | { kind: 'failed'; id: number; code: CodeErrorCode; message: string };
