/** A piece of JavaScript to be run: the body of an async function that gets `input` and returns its result. */
export interface CodeTask {
  source: string;
  /** A JSON value. */
  input: unknown;
  /** Milliseconds it may take; 10,000 when left out. */
  timeoutMs?: number | undefined;
}

export type CodeErrorCode =
  /** The operator has not switched it on. */
  | 'CODE_DISABLED'
  /** isolated-vm is not installed, or its process cannot be started. */
  | 'CODE_UNAVAILABLE'
  /** It threw, or is no JavaScript. */
  | 'CODE_FAILED'
  | 'CODE_TIMEOUT'
  | 'CODE_MEMORY'
  /** It returned too much, or what JSON cannot hold. */
  | 'CODE_OUTPUT';

export type CodeRun =
  | { kind: 'done'; value: unknown; logs: string[] }
  | { kind: 'failed'; code: CodeErrorCode; message: string; logs: string[] };

/** What goes to the sandbox's process. */
export type ToSandbox =
  | { kind: 'run'; id: number; source: string; input: string; timeoutMs: number }
  | { kind: 'cancel'; id: number };

/** What comes from it. */
export type FromSandbox =
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  /** `answer` is JSON that foreign code had its hands on: parse it as such. */
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'failed'; id: number; code: CodeErrorCode; message: string };
