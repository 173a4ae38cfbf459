import { getSystemErrorMessage } from 'node:util';

/** Postgres cannot be used as DATABASE_URL tells. The message names what is wrong and the cure, never the password. */
export class DatabaseUnreachable extends Error {
  constructor(reason: string, cause: unknown) {
    super(`DATABASE_URL does not lead to a database that can be used: ${reason}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** Why a connection to `url` failed, told to whoever set it; null where the failure is of another kind. */
export function explainUnreachable(url: string, error: unknown): DatabaseUnreachable | null {
  const { hostname, host, port, pathname, username } = new URL(url);
  const server = hostname ? `${host}${port ? '' : ':5432'}` : 'this machine';
  const user = decodeURIComponent(username) || 'the system user';
  const database = decodeURIComponent(pathname.slice(1)) || user;
  const reason = reasonOf(codeOf(error), error, { hostname, server, user, database });
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
      return `${server} refuses the user "${user}" (${message}). Check user and password, and the server's pg_hba.conf.`;
    case '3D000':
      return `${server} has no database "${database}". Create it, or name another one.`;
    case '42501':
      return `user "${user}" may not do there what is needed (${message}). Let it own the database "${database}".`;
    case '53300':
      return `${server} takes no more connections (${message}). Raise its max_connections or end some.`;
    default:
      break;
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
