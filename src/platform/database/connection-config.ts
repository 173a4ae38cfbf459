import pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { DatabaseUnreachable } from './database-errors.js';
import { tlsOf, tlsParameters } from './tls-settings.js';

/** Parameters that say where the database is, and who asks. */
const placeParameters = ['host', 'port', 'user', 'password'];
const texts = ['application_name', 'fallback_application_name', 'options'] as const;
const times = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'] as const;
/** `uselibpqcompat` asks pg for the modes that we have anyway. */
const used = new Set<string>([...placeParameters, ...texts, ...times, ...tlsParameters, 'uselibpqcompat']);

/**
 * What DATABASE_URL says, whole: every client of the database connects by this and by nothing else. What the address leaves
 * out is what pg puts in its place (the PG… variables, then defaults), the same for all of them. Make one for each client:
 * pg changes what it is handed.
 * @throws DatabaseUnreachable naming the parameter, what is wrong with it and what is accepted
 */
export function connectionConfig(url: string): pg.ClientConfig {
  const { place, parameters } = split(url);
  // Never connected: it tells what pg makes of an address.
  const { host, port, user, password, database, ssl } = new pg.Client(toClientConfig(parse(place)));
  // As with libpq, a socket of this machine needs no TLS.
  const tls = host.startsWith('/') ? { ssl: false } : { ssl, ...tlsOf(parameters, host) };
  return {
    ...{ host, port, user, password: password ?? undefined, database },
    ...tls,
    ...given(parameters, texts, (_, text) => text),
    ...given(parameters, times, milliseconds),
  };
}

/** The parameters of an address that nothing reads. */
export function unusedParameters(url: string): string[] {
  return [...new Set(split(url).parameters.keys())].filter((name) => !used.has(name));
}

/** Whether a text is an address of a Postgres; its parameters are not looked at. */
export function isConnectionUrl(text: string): boolean {
  if (!/^postgres(ql)?:/.test(text)) return false;
  try {
    parse(split(text).place);
    return true;
  } catch {
    return false;
  }
}

/** An address whose connections Postgres shows under `name`, unless it has an `application_name`. */
export function withApplicationName(url: string, name: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}fallback_application_name=${encodeURIComponent(name)}`;
}

/** Hosts of an address can be missing or a path, so it need not be a URL by the rules of the web. */
function split(url: string): { place: string; parameters: URLSearchParams } {
  const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  const place = new URLSearchParams([...parameters].filter(([name]) => placeParameters.includes(name)));
  return { place: place.size > 0 ? `${address}?${place}` : address, parameters };
}

function given<Name extends string, Value>(
  parameters: URLSearchParams,
  names: readonly Name[],
  read: (name: Name, text: string) => Value,
): Partial<Record<Name, Value>> {
  const values: Partial<Record<Name, Value>> = {};
  for (const name of names) {
    const text = parameters.get(name);
    if (text) values[name] = read(name, text);
  }
  return values;
}

function milliseconds(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new DatabaseUnreachable(`${name} must be a whole number of milliseconds, not "${text}".`);
}
