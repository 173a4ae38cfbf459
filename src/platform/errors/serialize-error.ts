import { withSourcePositions } from './source-positions.js';

/** An error as it is logged: its message and stack with all causes, without the values that were processed. */
export interface SerializedError {
  type: string;
  message: string;
  stack?: string;
  /** Code of Postgres or the system: `23505`, `ECONNREFUSED`, … */
  code?: string;
  /** Further details from Postgres or the system, such as the violated constraint. */
  details?: Record<string, string | number>;
  cause?: SerializedError;
  /** For an AggregateError: each error. */
  errors?: SerializedError[];
}

/** Deeper causes, and further errors of one aggregate, are omitted. */
const depthAtMost = 8;
const errorsAtMost = 10;

/** Names of things, not values. Postgres' `detail` contains values and is logged without them. */
const factNames = [
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'hint',
  'syscall',
  'address',
  'hostname',
  'port',
  'status',
] as const;

/**
 * Serializes any thrown value for the log. Own properties that are not listed here are omitted: they may contain
 * anything.
 */
export function serializeError(thrown: unknown, depth = 0): SerializedError {
  if (!isRecord(thrown)) return { type: typeof thrown, message: String(thrown) };
  const { name, message, stack, code } = thrown;
  const serialized: SerializedError = {
    type: typeof name === 'string' ? name : (thrown.constructor?.name ?? 'Object'),
    message: typeof message === 'string' ? message : Object.prototype.toString.call(thrown),
  };
  if (typeof stack === 'string') serialized.stack = withSourcePositions(stack);
  if (typeof code === 'string' || typeof code === 'number') serialized.code = String(code);
  const details = detailsOf(thrown);
  if (Object.keys(details).length > 0) serialized.details = details;
  if (depth >= depthAtMost) return serialized;
  const cause = causeOf(thrown);
  if (cause !== undefined) serialized.cause = serializeError(cause, depth + 1);
  if (Array.isArray(thrown.errors)) {
    serialized.errors = thrown.errors.slice(0, errorsAtMost).map((error) => serializeError(error, depth + 1));
  }
  return serialized;
}

/** A serialized error as lines for a terminal: its stack, details and causes. */
export function errorLines({ type, message, stack, code, details, cause, errors }: SerializedError): string {
  const besides = Object.entries({ ...(code && { code }), ...details }).map(([name, value]) => `${name}: ${value}`);
  return [
    // A stack begins with the name and message at its creation, which rarely change later.
    stack?.includes(message) ? stack : [`${type}: ${message}`, stack].filter(Boolean).join('\n'),
    ...(besides.length > 0 ? [`    (${besides.join(', ')})`] : []),
    ...(errors ?? []).map((error) => `one of: ${errorLines(error)}`),
    ...(cause ? [`caused by: ${errorLines(cause)}`] : []),
  ].join('\n');
}

function detailsOf(error: Record<string, unknown>): Record<string, string | number> {
  const details: Record<string, string | number> = {};
  for (const name of factNames) {
    const value = error[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') details[name] = value;
  }
  const { code, detail } = error;
  // Details of violated constraints (SQLSTATE class 23) name the key; those of other errors quote the values.
  if (typeof detail === 'string' && /^23/.test(String(code))) details.detail = withoutValues(detail);
  return details;
}

/** `Key (email)=(ada@example.com) already exists.` discloses an address; `Failing row contains (…)` a whole row. */
function withoutValues(detail: string): string {
  return detail.replace(/(=|contains )\(.*\)/s, '$1(…)');
}

/** Libraries store the original error under different names. */
function causeOf({ cause, originalError, previous }: Record<string, unknown>): unknown {
  return cause ?? originalError ?? previous ?? undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
