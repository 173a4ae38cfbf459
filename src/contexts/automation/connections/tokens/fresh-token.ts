import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../../../platform/new-id.js';
import { type Outbound, OutboundError } from '../../../../platform/outbound/index.js';
import type { ServiceContext } from '../../../../platform/services.js';
import { readStored, type StoredConnection } from '../read-stored.js';
import { reconnect } from '../reconnect.js';
import { disconnect } from './disconnect.js';
import { tokensContext } from './oauth.entities.js';
import type { OauthApp } from './oauth-app.js';
import { type Decision, type Granted, grantToClient, refreshTokens } from './token-endpoint.js';
import { abandonRefresh, beginRefresh, openTokens, readTokens, type TokenRow, writeTokens } from './tokens.sql.js';

/** What is stored encrypted. */
export interface StoredTokens {
  accessToken: string;
  refreshToken?: string | undefined;
}

/** A token that requests can be sent with. */
export interface FreshToken {
  accessToken: string;
  /** Which answer of the provider it is. */
  generation: number;
}

export interface TokenDeps
  extends Pick<ServiceContext, 'db' | 'vault' | 'log' | 'now' | 'events' | 'mailer' | 'settings'> {
  outbound: Pick<Outbound, 'fetch'>;
  /** Called between the answer of a provider and its commit. Used by trials only. */
  answered?: (() => Promise<void>) | undefined;
}

/** How a refresh shares its time: the lease is longer than all attempts together, so that it ends after a crash only. */
export const refreshTimes = { leaseSeconds: 15, allMs: 12_000, oneMs: 8_000, waitMs: 30_000, firstPauseMs: 300 };

/**
 * The access token of a connection: refreshed ahead of its expiry, or if the service has refused that of a generation. Of all
 * executions in all processes one refreshes, and the others wait for its answer, unless theirs is still valid.
 * @throws OutboundError `CONNECTION_RECONNECT`, or why the provider could not be asked, which is retryable
 */
export async function freshToken(
  deps: TokenDeps,
  stored: StoredConnection,
  app: OauthApp,
  { refused, signal }: { refused?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<FreshToken> {
  const until = performance.now() + refreshTimes.waitMs;
  for (let pauseMs = 40; ; pauseMs = Math.min(pauseMs * 1.5, 500)) {
    const row = await rowOf(deps, stored, app);
    const tokens = await open(deps, stored, row);
    const isUsable = tokens !== null && !row.isExpired && row.generation !== refused;
    if (isUsable && (!row.isDue || row.isLeased)) return { ...tokens, generation: row.generation };
    // A service that refuses new tokens as well is not asked for others at each request.
    if (tokens && row.generation === refused && row.isFresh) return { ...tokens, generation: row.generation };
    if (!canRefresh(app, tokens)) {
      if (tokens && !row.isExpired) return { ...tokens, generation: row.generation };
      throw await expired(deps, stored, row);
    }
    const ended = row.isLeased ? 'waits' : await refresh(deps, stored, app, { row, tokens, isUsable, signal });
    if (ended === 'kept' && tokens) return { ...tokens, generation: row.generation };
    if (ended !== 'waits') continue;
    if (performance.now() > until) throw tooLong(stored);
    await pause(pauseMs, undefined, { signal });
  }
}

async function rowOf(deps: TokenDeps, stored: StoredConnection, app: OauthApp): Promise<TokenRow> {
  const { pool } = deps.db;
  const row = await readTokens(pool, stored);
  if (row?.encryptedTokens) return row;
  // Only an app needs no consent.
  if (app.grant !== 'client_credentials') throw reconnect(await current(deps, stored));
  if (!row) await openTokens(pool, stored);
  const opened = row ?? (await readTokens(pool, stored));
  if (!opened) throw reconnect(stored);
  return opened;
}

async function open({ vault, log }: TokenDeps, stored: StoredConnection, row: TokenRow): Promise<StoredTokens | null> {
  const { workspaceId, id } = stored;
  if (row.encryptedTokens === null) return null;
  try {
    return JSON.parse(await vault.open(workspaceId, row.encryptedTokens, tokensContext(id))) as StoredTokens;
  } catch (error) {
    log.error({ err: error, workspaceId, connectionId: id }, 'could not decrypt the tokens of a connection');
    throw reconnect({ ...stored, problem: null });
  }
}

function canRefresh({ grant }: OauthApp, tokens: StoredTokens | null): boolean {
  return grant === 'client_credentials' || tokens?.refreshToken !== undefined;
}

interface Beginning {
  row: TokenRow;
  tokens: StoredTokens | null;
  /** Whether the token could be used without a refresh. */
  isUsable: boolean;
  signal: AbortSignal | undefined;
}

/** Refreshes, if no other process does. No transaction is open while the provider is asked. */
async function refresh(
  deps: TokenDeps,
  stored: StoredConnection,
  app: OauthApp,
  { row, tokens, isUsable }: Beginning,
): Promise<'waits' | 'written' | 'kept'> {
  const { pool } = deps.db;
  const lease = { leaseId: newId(), generation: row.generation };
  if (!(await beginRefresh(pool, stored, { ...lease, seconds: refreshTimes.leaseSeconds }))) return 'waits';
  let decision: Decision;
  try {
    decision = await ask(deps, app, tokens, isUsable);
  } catch (error) {
    await abandonRefresh(pool, stored, { leaseId: lease.leaseId, pauseSeconds: 30 });
    if (isUsable) return 'kept';
    throw named(error, stored);
  }
  if ('refused' in decision) {
    const { error, description } = decision.refused;
    await disconnect(deps, stored, { generation: row.generation, error, description });
    return 'written';
  }
  await deps.answered?.();
  await write(deps, stored, { granted: decision.granted, before: tokens, refresh: lease });
  return 'written';
}

/** Asks the provider, again with pauses while it is not available. Not aborted: what it grants must be written. */
async function ask(deps: TokenDeps, app: OauthApp, tokens: StoredTokens | null, isUsable: boolean): Promise<Decision> {
  const until = performance.now() + refreshTimes.allMs;
  for (let pauseMs = refreshTimes.firstPauseMs; ; pauseMs *= 3) {
    const timeoutMs = Math.min(refreshTimes.oneMs, until - performance.now());
    const asking = { outbound: deps.outbound, timeoutMs: Math.max(timeoutMs, 1) };
    try {
      if (app.grant === 'client_credentials') return await grantToClient(app, asking);
      return await refreshTokens(app, asking, tokens?.refreshToken ?? '');
    } catch (error) {
      // With a token that is still valid, what waits for it does not wait for more.
      const isLast = isUsable || performance.now() + pauseMs * 1.5 > until - 1_000;
      if (!(error instanceof OutboundError) || !error.retryable || isLast) throw error;
      await pause(pauseMs * (1 + Math.random() / 2));
    }
  }
}

/** Stores what a provider has granted. One that grants no new refresh token keeps the old one. */
export async function write(
  deps: Pick<TokenDeps, 'db' | 'vault'>,
  stored: StoredConnection,
  {
    granted,
    before,
    refresh: lease,
  }: { granted: Granted; before: StoredTokens | null; refresh: Parameters<typeof writeTokens>[3] },
): Promise<boolean> {
  const { accessToken, refreshToken = before?.refreshToken, expiresIn = null, scopes = null, account = null } = granted;
  const tokens: StoredTokens = { accessToken, refreshToken };
  const { workspaceId, id } = stored;
  const encryptedTokens = await deps.vault.encrypt(workspaceId, JSON.stringify(tokens), tokensContext(id));
  return writeTokens(deps.db.pool, stored, { encryptedTokens, expiresIn, scopes, account }, lease);
}

async function current({ db }: TokenDeps, stored: StoredConnection): Promise<StoredConnection> {
  return (await readStored(db.pool, stored.workspaceId, stored.id)) ?? stored;
}

async function expired(deps: TokenDeps, stored: StoredConnection, row: TokenRow): Promise<OutboundError> {
  const error = 'expired_token';
  await disconnect(deps, stored, { generation: row.generation, error, description: null });
  return reconnect(await current(deps, stored));
}

function named(error: unknown, { name }: StoredConnection): unknown {
  if (!(error instanceof OutboundError)) return error;
  const message = `The token of the connection "${name}" could not be refreshed. ${error.message}`;
  return new OutboundError(error.code, message, error.retryable, error.cause);
}

function tooLong({ name }: StoredConnection): OutboundError {
  const seconds = refreshTimes.waitMs / 1_000;
  const message = `The token of the connection "${name}" was not refreshed within ${seconds} seconds. Try again later.`;
  return new OutboundError('OUTBOUND_TIMEOUT', message, true);
}
