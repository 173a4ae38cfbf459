import { getSystemErrorMessage } from 'node:util';
import { DatabaseUnreachable, refusedSettings, type UrlSetting } from '../errors/database-errors.js';
import { connectionConfig } from './connection-config.js';
import type { Sql } from './sql.js';

/**
 * Whether the connections of `sql` reach Postgres with TLS as the URL requests. If it requests TLS, pg connects by TLS
 * or not at all; behind a pooler or gateway that terminates TLS, as in many hosted databases, Postgres itself sees a
 * connection without TLS. Not typed: from statistics of Postgres.
 */
export async function isTlsToPostgres(url: string, sql: Sql): Promise<boolean> {
  if (!connectionConfig(url).ssl) return true;
  const text = '/* tls_to_postgres */ select ssl from pg_stat_ssl where pid = pg_backend_pid()';
  const { rows } = await sql.query<{ ssl: boolean }>(text);
  return rows[0]?.ssl === true;
}

/** Why a connection to `url` failed, for the operator; null if the error is of another kind. */
export function explainUnreachable(
  url: string,
  error: unknown,
  setting: UrlSetting = 'DATABASE_URL',
): DatabaseUnreachable | null {
  if (error instanceof DatabaseUnreachable) return new DatabaseUnreachable(error.reason, error.cause, setting);
  const { host = '', port, user = 'the system user', database = user } = connectionConfig(url);
  const isSocket = host.startsWith('/');
  const server = isSocket ? `${host}/.s.PGSQL.${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const reason = reasonOf(codeOf(error), error, { hostname: host, server, user, database });
  return reason === null ? null : new DatabaseUnreachable(reason, error, setting);
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
      return `the host "${hostname}" was not found. Check its name.`;
    case 'ECONNREFUSED':
      return `no server answers at ${server}. Check host and port, and whether Postgres runs there.`;
    case '28P01':
    case '28000':
      return `${server} rejected the user "${user}" (${message}). Check user and password, and the server's pg_hba.conf.${
        /no encryption/.test(message) ? ' If it accepts TLS only, add sslmode=require or verify-full.' : ''
      }`;
    case '3D000':
      return `the database "${database}" was not found on ${server}. Create it, or use another one.`;
    case '42501':
      return `the user "${user}" lacks a required privilege (${message}). Make it the owner of the database "${database}".`;
    case '25006':
      return `${server} is read-only (${message}). Connect to the primary.`;
    case '53100':
      return `the disk of ${server} is full (${message}). Free space there.`;
    case '53300':
      return `${server} accepts no more connections (${message}). Increase its max_connections, or close some.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${server} is for another host (${message}). Use a host name for which it is valid, or sslmode=verify-ca.`;
    default:
      break;
  }
  if (/CERT|SIGNATURE/.test(code)) {
    return `the certificate of ${server} is not trusted (${message}). Set sslrootcert to the certificate of the CA that signed it.`;
  }
  if (refusedSettings.test(message)) {
    return `${server} is a pooler that refuses settings of a session (${message}). Set DATABASE_DIRECT_URL to the URL of Postgres itself, then DATABASE_URL may lead to the pooler.`;
  }
  if (/does not support SSL/.test(message)) {
    return `${server} does not support TLS, which sslmode requires. Enable it there (ssl = on), or use sslmode=disable.`;
  }
  if (/^E[A-Z]+$/.test(code)) return `${server} cannot be reached (${systemText(error, code)}).`;
  if (/timeout expired|Connection terminated/.test(message)) {
    return `${server} does not answer like Postgres. Check host and port, and proxies in between.`;
  }
  if (/SSL|SASL|password must be a string/i.test(message)) {
    return `${server} requires another way of authentication (${message}). Check the password and sslmode.`;
  }
  return null;
}

/** For a host with several addresses, the error of the first one. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: unknown[] };
  return code ?? (errors?.[0] ? codeOf(errors[0]) : '');
}

function systemText(error: unknown, code: string): string {
  const { errno } = error as { errno?: number };
  return typeof errno === 'number' ? `${code}, ${getSystemErrorMessage(errno)}` : code;
}
