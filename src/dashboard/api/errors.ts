/** A field of an input that the server did not accept. */
export interface FieldError {
  field: string;
  message: string;
}

/** An error that the server answered, with the code of docs/errors.md. */
export class ServerError extends Error {
  readonly code: string;
  readonly details: readonly FieldError[];
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** What else the server says of the error, by name. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ServerError';
    this.code = typeof facts.code === 'string' ? facts.code : 'INTERNAL';
    this.details = Array.isArray(facts.details) ? facts.details : [];
    this.requestId = typeof facts.requestId === 'string' ? facts.requestId : undefined;
    this.retryAfter = typeof facts.retryAfter === 'number' ? facts.retryAfter : undefined;
    this.facts = facts;
  }
}

/** The server could not be reached, or what answered was not the server. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'Unreachable';
  }
}

export const isServerError = (error: unknown, ...codes: string[]): error is ServerError =>
  error instanceof ServerError && (codes.length === 0 || codes.includes(error.code));
