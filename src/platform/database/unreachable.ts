import { getSystemErrorMessage } from 'node:util';
import { connectionConfig } from './connection-config.js';
import { DatabaseUnreachable } from './database-errors.js';
import type { Sql } from './sql.js';

/**
 * Whether the connections of `sql` reach Postgres as the address asks for. Where it asks for TLS, pg connects by TLS or not
 * at all; behind a pooler or a gateway that ends the TLS, as many hosted databases have, Postgres itself sees none.
 */
export async function isTlsToPostgres(url: string, sql: Sql): Promise<boolean> {
  if (!connectionConfig(url).ssl) return true;
  const text = '/* tls_to_postgres */ select ssl from pg_stat_ssl where pid = pg_backend_pid()';
  const { rows } = await sql.query<{ ssl: boolean }>(text);
  return rows[0]?.ssl === true;
}

/** Why a connection to `url` failed, told to whoever set it; null where the failure is of another kind. */
export function explainUnreachable(url: string, error: unknown): DatabaseUnreachable | null {
  if (error instanceof DatabaseUnreachable) return error;
  const { host = '', port, user = 'the system user', database = user } = connectionConfig(url);
  const isSocket = host.startsWith('/');
  const server = isSocket ? `${host}/.s.PGSQL.${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const reason = reasonOf(codeOf(error), error, { hostname: host, server, user, database });
  return reason === null ? null : new DatabaseUnreachable(reason, error);
}

interface Place {
  hostname: string;
  server: string;
  user: string;
  database: string;
}

function reasonOf(code: string, error: unknown, { hostname, server, user, database }: Place): string | null {
  const { message = '' } = error as { message?: string };
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host "${hostname}". Check its name.`;
    case 'ECONNREFUSED':
      return `nothing answers at ${server}. Check host and port, and whether Postgres runs there.`;
    case '28P01':
    case '28000':
      return `${server} refuses the user "${user}" (${message}). Check user and password, and the server's pg_hba.conf.${
        /no encryption/.test(message) ? ' Where it takes TLS only, add sslmode=require or verify-full.' : ''
      }`;
    case '3D000':
      return `${server} has no database "${database}". Create it, or name another one.`;
    case '42501':
      return `user "${user}" may not do there what is needed (${message}). Let it own the database "${database}".`;
    case '53300':
      return `${server} takes no more connections (${message}). Raise its max_connections or end some.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${server} is for another host (${message}). Connect by a name that it is for, or use sslmode=verify-ca.`;
    default:
      break;
  }
  if (/CERT|SIGNATURE/.test(code)) {
    return `the certificate of ${server} is not trusted (${message}). Give the certificate of the CA that signed it as sslrootcert.`;
  }
  if (/does not support SSL/.test(message)) {
    return `${server} offers no TLS, and sslmode asks for it. Turn it on there (ssl = on), or give sslmode=disable.`;
  }
  if (/^E[A-Z]+$/.test(code)) return `${server} cannot be reached (${systemText(error, code)}).`;
  if (/timeout expired|Connection terminated/.test(message)) {
    return `${server} does not answer as a Postgres does. Check host, port and what stands between.`;
  }
  if (/SSL|SASL|password must be a string/i.test(message)) {
    return `${server} wants to be asked in another way (${message}). Check the password and sslmode.`;
  }
  return null;
}

/** Of a host with several addresses, each tried, the first one's. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: unknown[] };
  return code ?? (errors?.[0] ? codeOf(errors[0]) : '');
}

function systemText(error: unknown, code: string): string {
  const { errno } = error as { errno?: number };
  return typeof errno === 'number' ? `${code}, ${getSystemErrorMessage(errno)}` : code;
}
