import type { CodeErrorCode, CodeRun, CodeTask } from './code-run.js';

/** Milliseconds that code may take unless its task says otherwise. */
export const defaultTimeoutMs = 10_000;

/** What a run is whose step was stopped. */
export const interrupted: CodeRun = {
  kind: 'failed',
  code: 'CODE_FAILED',
  message: 'The code was interrupted.',
  logs: [],
};

/** What a run is that has no process. */
export function unavailable(error: Error): CodeRun {
  const missing = /isolated-vm|node-gyp-build|native build/.test(error.message);
  const message = missing
    ? 'Code cannot run on this server: the package isolated-vm is not installed. Run npm ci on the server.'
    : `Code cannot run on this server: ${error.message}`;
  return { kind: 'failed', code: 'CODE_UNAVAILABLE', message, logs: [] };
}

/** @param said the reason, where the code has no words of its own */
export function failed(code: CodeErrorCode, said: string, { timeoutMs = defaultTimeoutMs }: CodeTask): CodeRun {
  switch (code) {
    case 'CODE_TIMEOUT':
      return failure(
        code,
        `The code exceeded its timeout of ${timeoutMs / 1_000} seconds. Reduce its work, or increase its timeout.`,
      );
    case 'CODE_MEMORY':
      return failure(code, 'The code must use at most 64 MiB of memory. Process less data at once.');
    default:
      return failure('CODE_FAILED', said);
  }
}

function failure(code: CodeErrorCode, message: string): CodeRun {
  return { kind: 'failed', code, message, logs: [] };
}

/** Untrusted code may have forged the texts: only values of the right shape are used, and only as data. */
export function readAnswer(json: string, text: string): CodeRun {
  let notes: { error?: unknown; invalidAnswer?: unknown; logs?: unknown };
  try {
    notes = JSON.parse(text) ?? {};
  } catch {
    return failure('CODE_OUTPUT', 'The result of the code could not be read.');
  }
  const logs = Array.isArray(notes.logs) ? notes.logs.slice(0, 1_000).map((line) => String(line)) : [];
  if (notes.error !== undefined) return { kind: 'failed', code: 'CODE_FAILED', message: String(notes.error), logs };
  if (notes.invalidAnswer === undefined) return { kind: 'done', json, logs };
  const message = `The result of the code must be JSON of at most 10 MiB. ${notes.invalidAnswer}`;
  return { kind: 'failed', code: 'CODE_OUTPUT', message, logs };
}
