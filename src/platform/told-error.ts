/** An error as the log tells it: what happened and where, all causes with it, none of the values that were handled. */
export interface ToldError {
  type: string;
  message: string;
  stack?: string;
  /** Of Postgres or the system: `23505`, `ECONNREFUSED`, … */
  code?: string;
  /** What else Postgres or the system says about it, such as the constraint that was broken. */
  facts?: Record<string, string | number>;
  cause?: ToldError;
  /** Of an AggregateError: each attempt that failed. */
  errors?: ToldError[];
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
export function tellError(thrown: unknown, depth = 0): ToldError {
  if (!isRecord(thrown)) return { type: typeof thrown, message: String(thrown) };
  const { name, message, stack, code } = thrown;
  const told: ToldError = {
    type: typeof name === 'string' ? name : (thrown.constructor?.name ?? 'Object'),
    message: typeof message === 'string' ? message : Object.prototype.toString.call(thrown),
  };
  if (typeof stack === 'string') told.stack = stack;
  if (typeof code === 'string' || typeof code === 'number') told.code = String(code);
  const facts = factsOf(thrown);
  if (Object.keys(facts).length > 0) told.facts = facts;
  if (depth >= depthAtMost) return told;
  const cause = causeOf(thrown);
  if (cause !== undefined) told.cause = tellError(cause, depth + 1);
  if (Array.isArray(thrown.errors)) {
    told.errors = thrown.errors.slice(0, errorsAtMost).map((error) => tellError(error, depth + 1));
  }
  return told;
}

/** A told error as lines for a terminal: its stack, what is known besides, and what caused it. */
export function errorLines({ type, message, stack, code, facts, cause, errors }: ToldError): string {
  const besides = Object.entries({ ...(code && { code }), ...facts }).map(([name, value]) => `${name}: ${value}`);
  return [
    // A stack begins with the name and message of its making, which is all but always right.
    stack?.includes(message) ? stack : [`${type}: ${message}`, stack].filter(Boolean).join('\n'),
    ...(besides.length > 0 ? [`    (${besides.join(', ')})`] : []),
    ...(errors ?? []).map((error) => `one of: ${errorLines(error)}`),
    ...(cause ? [`caused by: ${errorLines(cause)}`] : []),
  ].join('\n');
}

function factsOf(error: Record<string, unknown>): Record<string, string | number> {
  const facts: Record<string, string | number> = {};
  for (const name of factNames) {
    const value = error[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') facts[name] = value;
  }
  const { code, detail } = error;
  // Broken constraints (SQLSTATE class 23) say which key; the details of others quote what was sent.
  if (typeof detail === 'string' && /^23/.test(String(code))) facts.detail = withoutValues(detail);
  return facts;
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
