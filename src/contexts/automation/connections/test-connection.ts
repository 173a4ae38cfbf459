import { statement } from '../../../platform/database/statement.js';
import { notFound, validationFailed } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { isAllowedHost, OutboundError } from '../../../platform/outbound/index.js';
import { connectedRequest } from './connected-request.js';
import type { ConnectionTest } from './connection-test.object.js';
import { testDatabase } from './databases/test-database.js';
import { openStored } from './open-connection.js';
import { connectionOutbound } from './outbound.js';
import { readStored, type StoredConnection } from './read-stored.js';

/** The field of the input. */
const field = 'url';

/** How long a test may take, in milliseconds. */
const timeoutMs = 10_000;

/**
 * Sends one GET request with the credentials of a connection; to a database it connects, and asks for one value. One that waited for its credentials is connected when they are
 * accepted.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED for a URL whose host is not one of the connection's
 */
export async function testConnection(scope: Scope, connectionId: string, url: string | null): Promise<ConnectionTest> {
  const id = requireId(connectionId, 'connection');
  const stored = await readStored(scope.sql, scope.workspaceId, id);
  if (!stored) throw notFound('connection');
  const ended = await (stored.auth.type === 'database'
    ? ofDatabase(scope, stored, url)
    : attempt(scope, stored, targetOf(stored, url)));
  if (ended.succeeded && stored.status !== 'connected') await noteConnected(scope, stored);
  return ended;
}

/** @throws AppError VALIDATION_FAILED */
function ofDatabase(scope: Scope, stored: StoredConnection, url: string | null): Promise<ConnectionTest> {
  if (url === null) return testDatabase(scope, stored, timeoutMs);
  const message = `${field} is not allowed, because the connection is for a database.`;
  throw validationFailed([{ field, rule: 'NOT_ALLOWED_WITH', message }]);
}

/** @throws AppError VALIDATION_FAILED */
function targetOf({ hosts }: StoredConnection, url: string | null): string {
  if (url === null) {
    const host = hosts.find((one) => !one.startsWith('*'));
    if (host) return `https://${host}/`;
    const message = `${field} is required, because none of the hosts of the connection is a name.`;
    throw validationFailed([{ field, rule: 'REQUIRED_WITH', message }]);
  }
  const { hostname } = new URL(url);
  if (isAllowedHost(hosts, hostname)) return url;
  const message = `${field} must be one of the hosts of the connection (${hosts.join(', ')}), not of ${hostname}.`;
  throw validationFailed([{ field, rule: 'NOT_ALLOWED_WITH', message }]);
}

async function attempt({ services }: Scope, stored: StoredConnection, target: string): Promise<ConnectionTest> {
  const outbound = services.get(connectionOutbound);
  try {
    const { credential } = await openStored({ ...services, outbound }, stored);
    const asked = {
      method: 'GET',
      timeoutMs,
      redirects: 'return',
      partialBody: 'return',
      maxBytes: 64 * 1024,
    } as const;
    const { url, request } = connectedRequest(target, asked, credential);
    const { status } = await outbound.fetch(url, request);
    return { succeeded: status < 400, status, message: messageOf(stored, status) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { succeeded: false, status: null, message: withoutRecord(stored, error) };
  }
}

/** What is wrong, for callers who may use connections but not read them. */
function withoutRecord({ name, auth }: StoredConnection, { code, message }: OutboundError): string {
  if (code !== 'CONNECTION_RECONNECT') return message.replaceAll(`"${name}" `, '');
  const cure = auth.type === 'oauth2' ? 'Connect an account.' : 'Send its credentials as auth.';
  return `The connection must be connected before it can be tested. ${cure}`;
}

function messageOf({ auth }: StoredConnection, status: number): string {
  const answered = `The service answered with the status ${status}`;
  if (status < 400) return `${answered}: the request was accepted.`;
  if (status === 401 || status === 403) return `${answered}: it refused the credentials. ${cureOf(auth)}`;
  return `${answered}, which does not show whether the credentials are valid. Test a URL that requires them.`;
}

function cureOf({ type }: StoredConnection['auth']): string {
  return type === 'oauth2' ? 'Check the scopes of auth, or connect the account again.' : 'Send valid ones as auth.';
}

async function noteConnected({ sql, services }: Scope, { workspaceId, id }: StoredConnection): Promise<void> {
  const text = `/* note_connected */ update connections set status = 'connected', problem = null, updated_at = $3
    where workspace_id = $1 and id = $2 and status <> 'connected'`;
  await sql.query(statement(text, [workspaceId, id, services.now()]));
}
