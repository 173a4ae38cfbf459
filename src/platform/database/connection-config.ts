import pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { DatabaseUnreachable } from '../errors/database-errors.js';
import { tlsOf, tlsParameters } from './tls-settings.js';

/** Parameters that determine the server and the credentials. */
const placeParameters = ['host', 'port', 'user', 'password'];
const texts = ['application_name', 'fallback_application_name'] as const;
const times = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'] as const;
/** `uselibpqcompat` requests the TLS modes that are always used here. */
const used = new Set<string>([...placeParameters, 'options', ...texts, ...times, ...tlsParameters, 'uselibpqcompat']);

/**
 * Partitions are chosen at no time. A statement of Postgres 18 that meets a row changed meanwhile checks it in a second copy
 * of its plan; partitions that are chosen row by row are then chosen with the memory of that copy, also after it was freed:
 * wrong rows, or a crash that ends every connection of the server. Nothing turns off this part alone.
 * See docs/decisions/checkpoints.md.
 */
const withoutPruning = '-c enable_partition_pruning=off';

/**
 * Each statement is planned once for all values. By default Postgres plans the first five uses on each connection anew. A plan
 * outlives the week in which it was made: a partition that was empty then must not be read from its first to its last row.
 */
const planningOnce = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * What every connection says of itself: `off` for one that works on the rows of all workspaces, `on` for one that names the
 * workspace whose rows it may access. To one that says nothing, each workspace is empty.
 */
export type TenantScopeSetting = 'on' | 'off';

export interface SessionOptions {
  /** A pooler may reject settings of the session, see `preparePooler`: each transaction has to say them. */
  isPooled?: boolean;
  /** Defaults to `off`. */
  tenantScope?: TenantScopeSetting;
  /** Statements are planned at their first use for all values, see `Database.hotPool`. */
  plansOnce?: boolean;
}

/**
 * The complete configuration of DATABASE_URL: every database client connects with it and nothing else. Missing parts
 * default to what pg uses (the PG… variables, then its defaults). Create one for each client: pg modifies it.
 * @throws DatabaseUnreachable naming the parameter, what is wrong with it and what is accepted
 */
export function connectionConfig(url: string, session: SessionOptions = {}): pg.ClientConfig {
  const { place, parameters } = split(url);
  // Never connected: it shows how pg interprets an address.
  const { host, port, user, password, database, ssl } = new pg.Client(toClientConfig(parse(place)));
  // As with libpq, a local socket uses no TLS.
  const tls = host.startsWith('/') ? { ssl: false } : { ssl, ...tlsOf(parameters, host) };
  return {
    host,
    port,
    user,
    password: password ?? undefined,
    database,
    ...tls,
    ...given(parameters, texts, (_, text) => text),
    ...given(parameters, times, milliseconds),
    ...optionsOf(parameters.get('options'), session),
  };
}

function optionsOf(
  own: string | null,
  { isPooled, plansOnce, tenantScope = 'off' }: SessionOptions,
): Pick<pg.ClientConfig, 'options'> {
  const ours = isPooled ? [] : [withoutPruning, `-c app.tenant_scope=${tenantScope}`, plansOnce && planningOnce];
  const options = [own, ...ours].filter(Boolean).join(' ');
  return options ? { options } : {};
}

/** The parameters of a URL that are ignored. */
export function unusedParameters(url: string): string[] {
  return [...new Set(split(url).parameters.keys())].filter((name) => !used.has(name));
}

/** Whether a text is a Postgres URL; its parameters are not checked. */
export function isConnectionUrl(text: string): boolean {
  if (!/^postgres(ql)?:/.test(text)) return false;
  try {
    parse(split(text).place);
    return true;
  } catch {
    return false;
  }
}

/** A URL whose connections Postgres shows under `name`, unless it has an `application_name`. */
export function withApplicationName(url: string, name: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}fallback_application_name=${encodeURIComponent(name)}`;
}

/** The host can be missing or a path, so the URL may not be valid by the WHATWG standard. */
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
