/** A piece of JavaScript to run: the body of an async function that receives `input` and returns its result. */
export interface CodeTask {
  source: string;
  /** A JSON value. */
  input: unknown;
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
  | { kind: 'done'; value: unknown; logs: string[] }
  | { kind: 'failed'; code: CodeErrorCode; message: string; logs: string[] };

/** Messages to the sandbox process. */
export type ToSandbox =
  | { kind: 'run'; id: number; source: string; input: string; timeoutMs: number }
  | { kind: 'cancel'; id: number };

/** Messages from the sandbox process. */
export type FromSandbox =
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  /** `answer` is JSON that untrusted code may have influenced: it must be parsed as such. */
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'failed'; id: number; code: CodeErrorCode; message: string };
