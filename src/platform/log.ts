import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdTimeFunctions } from 'pino';
import { errorLines, type SerializedError, serializeError } from './errors/serialize-error.js';
import { redactFields } from './redact-fields.js';
import { traceId } from './tracing/tracing.js';

export type Log = Logger;

export interface LogOptions {
  level: LevelWithSilent;
  /** The role of this process. Lines have it and the process ID if it is given. */
  role?: string;
  /** One readable line for each entry, for a terminal. Defaults to JSON lines. */
  pretty?: boolean;
  /** Where lines are written. Defaults to stdout. */
  destination?: DestinationStream;
}

/**
 * A logger that writes one JSON object per line and never a credential: fields with the names of credentials are
 * redacted up to four levels deep. Messages are not searched and must not contain secrets. Errors belong in `err`, and
 * are logged with all their causes.
 */
export function createLog({ level, role, pretty = false, destination }: LogOptions): Log {
  const target = destination ?? stdout();
  const log = pino(
    {
      level,
      base: role === undefined ? null : { role, pid: process.pid },
      mixin: () => {
        const id = traceId();
        // A new object each time: the fields of the line are added to it.
        return id === undefined ? {} : { traceId: id };
      },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactLine },
      serializers: { err: serialize, error: serialize },
    },
    pretty ? { write: (line) => target.write(readable(line)) } : target,
  );
  const { child } = log;
  // Loggers of loggers inherit it.
  log.child = function (this: Logger, bindings: object, options?: never) {
    return child.call(this, redactFields(bindings), options);
  } as Logger['child'];
  return log;
}

const serialize = (error: unknown) => redactFields(serializeError(error));

/** An error is redacted once it is serialized. */
function redactLine({ err, error, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return { ...redactFields(fields), ...(err !== undefined && { err }), ...(error !== undefined && { error }) };
}

/** Bytes of lines that wait for a reader of stdout. More are dropped: memory must not fill with them. */
const waitingAtMost = 16 * 1024 * 1024;

/**
 * Lines do not wait until they are written: those of one moment are written together, and what is left when the process ends,
 * by itself or by an error that nobody caught, is written then.
 */
function stdout(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, maxLength: waitingAtMost });
}

function readable(line: string): string {
  const { level, time, msg, err, error, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${show(value)}`);
  const head = `${String(time).slice(11, 19)} ${String(level).toUpperCase().padEnd(5)} ${msg ?? ''}`;
  // The serializers created these.
  const errors = [err, error].filter(Boolean).map((reported) => errorLines(reported as SerializedError));
  return `${[[head, ...details].join(' ').trimEnd(), ...errors].join('\n')}\n`;
}

function show(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}
