/** An error as the log tells it: what happened and where, all causes with it, none of the values that were handled. */
export interface SerializedError {
  type: string;
  message: string;
  stack?: string;
  /** Of Postgres or the system: `23505`, `ECONNREFUSED`, … */
  code?: string;
  /** What else Postgres or the system says about it, such as the constraint that was broken. */
  details?: Record<string, string | number>;
  cause?: SerializedError;
  /** Of an AggregateError: each attempt that failed. */
  errors?: SerializedError[];
}

/** Deeper causes, and more errors of one aggregate, are left out. */
const depthAtMost = 8;
const errorsAtMost = 10;

/** Names of things, not values. `detail` of Postgres holds values and is told without them. */
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

/** Any thrown value for the log. Own properties that are not listed here are left out: they may hold anything. */
export function serializeError(thrown: unknown, depth = 0): SerializedError {
  if (!isRecord(thrown)) return { type: typeof thrown, message: String(thrown) };
  const { name, message, stack, code } = thrown;
  const serialized: SerializedError = {
    type: typeof name === 'string' ? name : (thrown.constructor?.name ?? 'Object'),
    message: typeof message === 'string' ? message : Object.prototype.toString.call(thrown),
  };
  if (typeof stack === 'string') serialized.stack = stack;
  if (typeof code === 'string' || typeof code === 'number') serialized.code = String(code);
  const details = factsOf(thrown);
  if (Object.keys(details).length > 0) serialized.details = details;
  if (depth >= depthAtMost) return serialized;
  const cause = causeOf(thrown);
  if (cause !== undefined) serialized.cause = serializeError(cause, depth + 1);
  if (Array.isArray(thrown.errors)) {
    serialized.errors = thrown.errors.slice(0, errorsAtMost).map((error) => serializeError(error, depth + 1));
  }
  return serialized;
}

/** A told error as lines for a terminal: its stack, what is known besides, and what caused it. */
export function errorLines({ type, message, stack, code, details, cause, errors }: SerializedError): string {
  const besides = Object.entries({ ...(code && { code }), ...details }).map(([name, value]) => `${name}: ${value}`);
  return [
    // A stack begins with the name and message of its making, which is all but always right.
    stack?.includes(message) ? stack : [`${type}: ${message}`, stack].filter(Boolean).join('\n'),
    ...(besides.length > 0 ? [`    (${besides.join(', ')})`] : []),
    ...(errors ?? []).map((error) => `one of: ${errorLines(error)}`),
    ...(cause ? [`caused by: ${errorLines(cause)}`] : []),
  ].join('\n');
}

function factsOf(error: Record<string, unknown>): Record<string, string | number> {
  const details: Record<string, string | number> = {};
  for (const name of factNames) {
    const value = error[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') details[name] = value;
  }
  const { code, detail } = error;
  // Broken constraints (SQLSTATE class 23) say which key; the details of others quote what was sent.
  if (typeof detail === 'string' && /^23/.test(String(code))) details.detail = withoutValues(detail);
  return details;
}

/** `Key (email)=(ada@example.com) already exists.` tells an address; `Failing row contains (…)` a whole row. */
function withoutValues(detail: string): string {
  return detail.replace(/(=|contains )\(.*\)/s, '$1(…)');
}

/** Libraries keep the first error under different names. */
function causeOf({ cause, originalError, previous }: Record<string, unknown>): unknown {
  return cause ?? originalError ?? previous ?? undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
