import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdTimeFunctions } from 'pino';
import { errorLines, type SerializedError, serializeError } from './errors/serialize-error.js';

export type Log = Logger;

export interface LogOptions {
  level: LevelWithSilent;
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
export function createLog({ level, pretty = false, destination }: LogOptions): Log {
  const target = destination ?? pino.destination({ fd: 1, sync: true });
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => serializeError(error), error: (error: unknown) => serializeError(error) },
      redact: { paths: redactedPaths(), censor: '[redacted]' },
    },
    pretty ? { write: (line) => target.write(readable(line)) } : target,
  );
}

const CREDENTIALS = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  '["set-cookie"]',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'inviteToken',
  'webhookToken',
  'key',
  'apiKey',
  'secret',
  'jwtSecret',
  'vaultKeys',
];

function redactedPaths(): string[] {
  return CREDENTIALS.flatMap((name) =>
    ['', '*', '*.*', '*.*.*'].map((parents) => {
      if (parents === '') return name;
      return name.startsWith('[') ? `${parents}${name}` : `${parents}.${name}`;
    }),
  );
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
