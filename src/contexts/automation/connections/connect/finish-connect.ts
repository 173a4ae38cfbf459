import type { Sql } from '../../../../platform/database/sql.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { requireCapability } from '../../../../platform/graphql/authorize.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { OutboundError } from '../../../../platform/outbound/index.js';
import type { Services } from '../../../../platform/services.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { type AuditActor, writeEntry } from '../../../accounts/audit/index.js';
import { cookieSession, readCookie } from '../../../accounts/auth/index.js';
import { appOf, openCredentials } from '../open-connection.js';
import { connectionOutbound } from '../outbound.js';
import { readStored, type StoredConnection } from '../read-stored.js';
import { write } from '../tokens/fresh-token.js';
import { verifierContext } from '../tokens/oauth.entities.js';
import type { OauthApp } from '../tokens/oauth-app.js';
import { exchangeCode } from '../tokens/token-endpoint.js';
import { openTokens } from '../tokens/tokens.sql.js';
import { redirectUriOf } from './begin-connect.js';
import { workspaceOf } from './own-token.js';

/** The cookie of the browser in which a link was opened. */
export const browserCookie = 'wa_connect';

/** How a callback has ended. What a provider says is shown, so it is cut. */
export type Finished = { connection: StoredConnection | null; isCustomer: boolean } & (
  | { kind: 'connected'; account: string | null }
  | { kind: 'expired' | 'otherUser' | 'otherIssuer' | 'forbidden' | 'changed' }
  | { kind: 'refused'; error: string; description: string | null }
  | { kind: 'unavailable'; message: string }
);

const timeoutMs = 20_000;

interface Authorization {
  id: string;
  workspaceId: string;
  connectionId: string;
  revision: string;
  encryptedVerifier: string;
  userId: string | null;
  linkId: string | null;
  browserHash: Buffer | null;
}

/**
 * Finishes to connect an account, by the callback of its provider. The `state` counts once, and only for whom it was created: the user
 * whose session the browser has, or the browser in which the link was opened.
 */
export async function finishConnect(context: GraphContext, parameters: URLSearchParams): Promise<Finished> {
  const { services } = context;
  const unknown = { connection: null, isCustomer: false };
  const found = await findAuthorization(services, parameters.get('state') ?? '');
  if (!found) return { ...unknown, kind: 'expired' };
  const { workspaceId, linkId } = found;
  const isCustomer = linkId !== null;
  const violation = isCustomer ? violationOfBrowser(context, found) : await violationOfUser(context, found);
  if (violation) return { ...unknown, isCustomer, kind: violation };
  if (!(await useAuthorization(services, found))) return { ...unknown, isCustomer, kind: 'expired' };
  const connection = await readStored(services.db.pool, workspaceId, found.connectionId);
  if (!connection) return { ...unknown, isCustomer, kind: 'expired' };
  const ended = { connection, isCustomer };
  if (connection.auth.revision !== found.revision) return { ...ended, kind: 'changed' };
  const refused = parameters.get('error');
  if (refused !== null) return { ...ended, kind: 'refused', ...said(refused, parameters.get('error_description')) };
  try {
    const exchanged = await exchange(services, { found, connection, parameters });
    if (exchanged.kind === 'connected') await record(context, found);
    return { ...ended, ...exchanged };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...ended, kind: 'unavailable', message: error.message };
  }
}

/** In the log of the workspace. */
function record(context: GraphContext, { workspaceId, connectionId, userId }: Authorization): Promise<void> {
  const actor: AuditActor = {
    actorKind: userId ? 'user' : 'link',
    userId,
    keyId: null,
    actor: userId ? null : 'by link',
  };
  return writeEntry(context, actor, { workspaceId, action: 'finishConnection', targetId: connectionId, fields: [] });
}

function said(error: string, description: string | null) {
  return { error: error.slice(0, 100), description: description?.slice(0, 300) ?? null };
}

type Ended = { kind: 'connected'; account: string | null } | { kind: 'changed' | 'expired' | 'otherIssuer' } | Refused;
type Refused = { kind: 'refused'; error: string; description: string | null };

async function exchange(
  services: Services,
  {
    found,
    connection,
    parameters,
  }: { found: Authorization; connection: StoredConnection; parameters: URLSearchParams },
): Promise<Ended> {
  const app = appOf(connection, await openCredentials(services, connection));
  if (!isOwnIssuer(app, parameters.get('iss'))) return { kind: 'otherIssuer' };
  const { workspaceId, id, encryptedVerifier, linkId } = found;
  const verifier = await services.vault.open(workspaceId, encryptedVerifier, verifierContext(id));
  const asking = { outbound: services.get(connectionOutbound), timeoutMs };
  const redirectUri = redirectUriOf(services.settings);
  const decision = await exchangeCode(app, asking, { parameters, redirectUri, verifier });
  if ('refused' in decision) return { kind: 'refused', ...decision.refused };
  const { granted } = decision;
  await openTokens(services.db.pool, connection);
  const scopes = granted.scopes ?? [...app.scopes];
  const written = await write(services, connection, { granted: { ...granted, scopes }, before: null, refresh: null });
  if (!written) return { kind: 'changed' };
  if (linkId) await forgetLink(services.db.pool, workspaceId, linkId);
  services.log.info({ workspaceId, connectionId: connection.id }, 'an account was connected');
  return { kind: 'connected', account: granted.account ?? null };
}

/** The answer of another provider must not be exchanged here: a provider that names itself is one of the addresses' origins. */
function isOwnIssuer({ authorizeUrl, tokenUrl }: OauthApp, iss: string | null): boolean {
  if (iss === null) return true;
  const origin = URL.parse(iss)?.origin;
  return origin !== undefined && [authorizeUrl, tokenUrl].some((url) => new URL(url).origin === origin);
}

function violationOfBrowser(context: GraphContext, { browserHash }: Authorization): 'otherUser' | null {
  const cookie = readCookie(context, browserCookie);
  return cookie !== undefined && browserHash?.equals(hashToken(cookie)) ? null : 'otherUser';
}

async function violationOfUser(
  context: GraphContext,
  { userId, workspaceId }: Authorization,
): Promise<'otherUser' | 'forbidden' | null> {
  const principal = await cookieSession(context);
  if (principal?.userId !== userId) return 'otherUser';
  try {
    const access = principal && (await context.findAccess(principal, workspaceId));
    if (!access) return 'forbidden';
    requireCapability(access, 'connections:write');
    return null;
  } catch (error) {
    if (error instanceof AppError && ['FORBIDDEN', 'INVALID_TOKEN'].includes(error.code)) return 'forbidden';
    throw error;
  }
}

async function findAuthorization({ db, now }: Services, state: string): Promise<Authorization | null> {
  const workspaceId = workspaceOf(state);
  if (workspaceId === null) return null;
  const text = `/* find_authorization */ select id, workspace_id as "workspaceId", connection_id as "connectionId", revision,
      encrypted_verifier as "encryptedVerifier", user_id as "userId", link_id as "linkId", browser_hash as "browserHash"
    from connection_authorizations where workspace_id = $1 and state_hash = $2 and expires_at > $3`;
  const { rows } = await db.pool.query<Authorization>(statement(text, [workspaceId, hashToken(state), now()]));
  return rows[0] ?? null;
}

/** Of concurrent callbacks one succeeds. */
async function useAuthorization({ db }: Services, { workspaceId, id }: Authorization): Promise<boolean> {
  const text = `/* use_authorization */ delete from connection_authorizations where workspace_id = $1 and id = $2`;
  const { rowCount } = await db.pool.query(statement(text, [workspaceId, id]));
  return rowCount === 1;
}

async function forgetLink(sql: Sql, workspaceId: string, id: string): Promise<void> {
  const text = `/* use_connection_link */ delete from connection_links where workspace_id = $1 and id = $2`;
  await sql.query(statement(text, [workspaceId, id]));
}
