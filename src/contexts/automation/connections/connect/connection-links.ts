import { statement } from '../../../../platform/database/statement.js';
import { validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { notOauth } from './begin-connect.js';
import { requireApp, requireStored } from './connect.js';
import { createOwnToken, workspaceOf } from './own-token.js';

/** Links of one connection that are open at once. */
const linksAtMost = 20;

/** A link by which its holder connects their own account, once. */
export interface ConnectionLink {
  url: string;
  expiresAt: Date;
}

/**
 * Creates a link for a customer. Only its hash is stored.
 * @throws AppError NOT_FOUND; CONFLICT for other credentials; VALIDATION_FAILED for too many open links
 */
export async function createConnectionLink(scope: Scope, connectionId: string, hours: number): Promise<ConnectionLink> {
  const { workspaceId, services } = scope;
  const stored = await requireStored(scope, connectionId);
  const app = await requireApp(scope, stored);
  if (app.grant !== 'authorization_code') throw notOauth(stored);
  const token = createOwnToken(workspaceId);
  const at = services.now();
  const expiresAt = new Date(at.getTime() + hours * 3_600_000);
  const text = `/* create_connection_link */ with expired as (
      delete from connection_links where workspace_id = $1 and connection_id = $2 and expires_at <= $4)
    insert into connection_links (workspace_id, connection_id, token_hash, created_at, expires_at)
    select $1, $2, $3, $4, $5 where (select count(*) from connection_links
      where workspace_id = $1 and connection_id = $2 and expires_at > $4) < ${linksAtMost}`;
  const { rowCount } = await scope.sql.query(
    statement(text, [workspaceId, stored.id, hashToken(token), at, expiresAt]),
  );
  if (rowCount === 0) throw tooMany();
  return { url: linkAddress(services.settings.publicUrl, token), expiresAt };
}

function tooMany() {
  const message = `A connection can have at most ${linksAtMost} open links. Use one of them, or wait until one expires.`;
  return validationFailed([{ field: 'connectionId', rule: 'LIMIT_REACHED', message }]);
}

function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/oauth/links/${token}`;
}

export interface FoundLink {
  id: string;
  workspaceId: string;
  connectionId: string;
  workspaceName: string;
}

/** Finds a link that is open, without using it; null if it is not found. */
export async function findLink({ db, now }: Services, token: string): Promise<FoundLink | null> {
  const workspaceId = workspaceOf(token);
  if (workspaceId === null) return null;
  const text = `/* find_connection_link */ select l.id, l.workspace_id as "workspaceId", l.connection_id as "connectionId",
      w.name as "workspaceName"
    from connection_links l join workspaces w on w.id = l.workspace_id
    where l.workspace_id = $1 and l.token_hash = $2 and l.expires_at > $3`;
  const { rows } = await db.pool.query<FoundLink>(statement(text, [workspaceId, hashToken(token), now()]));
  return rows[0] ?? null;
}
