import { defineService } from '../../../platform/define-service.js';
import { OutboundError } from '../../../platform/outbound/index.js';
import type { ServiceContext } from '../../../platform/services.js';
import { connectionContext } from './connection.record.js';
import { bearer, type Credentials, credentialOf, type SentCredential } from './connection-auth.js';
import { connectionOutbound } from './outbound.js';
import { type ConnectionUse, readUsed, type StoredConnection } from './read-stored.js';
import { reconnect } from './reconnect.js';
import { freshToken, type TokenDeps } from './tokens/fresh-token.js';
import { type OauthApp, oauthAppOf } from './tokens/oauth-app.js';

/** A connection with what requests are sent with. */
export interface OpenConnection {
  name: string;
  hosts: readonly string[];
  credential: SentCredential;
  /** Gets a new token after the service has refused this one; null for credentials that are always the same. */
  renew: ((signal?: AbortSignal) => Promise<OpenConnection>) | null;
}

/** @throws OutboundError `CONNECTION_MISSING`, `CONNECTION_RECONNECT`, or why a token could not be refreshed */
export type OpenConnections = (use: ConnectionUse, signal?: AbortSignal) => Promise<OpenConnection>;

/** The connections of flows, with their credentials. */
export const openConnections = defineService('open connections', (services): OpenConnections => {
  const deps = { ...services, outbound: services.get(connectionOutbound) };
  return async (use, signal) => {
    const stored = await readUsed(services.db.pool, use);
    if (!stored) throw missing(use.connection);
    return openStored(deps, stored, { signal });
  };
});

/** @throws OutboundError `CONNECTION_RECONNECT`, or why a token could not be refreshed */
export async function openStored(
  deps: TokenDeps,
  stored: StoredConnection,
  { refused, signal }: { refused?: number; signal?: AbortSignal | undefined } = {},
): Promise<OpenConnection> {
  const { name, hosts, auth } = stored;
  if (auth.type === 'database') throw unsuitable(name, 'holds the URL of a database. Use it in nodes for databases');
  const credentials = await openCredentials(deps, stored);
  if (auth.type !== 'oauth2') {
    const credential = credentialOf(auth, credentials);
    if (!credential) throw reconnect(stored);
    return { name, hosts, credential, renew: null };
  }
  const app = appOf(stored, credentials);
  const { accessToken, generation } = await freshToken(deps, stored, app, { refused, signal });
  const renew = (until?: AbortSignal) => openStored(deps, stored, { refused: generation, signal: until });
  return { name, hosts, credential: bearer(accessToken), renew };
}

/** The app that a connection is granted tokens for. @throws OutboundError `CONNECTION_RECONNECT` */
export function appOf(stored: StoredConnection, credentials: Credentials): OauthApp {
  const app = oauthAppOf(stored.auth, credentials);
  if (app) return app;
  throw reconnect({ ...stored, problem: 'The ID and the secret of its app are missing: send auth again.' });
}

/** What is encrypted of the credentials of a connection; empty if it cannot be decrypted. */
export async function openCredentials(
  { vault, log }: Pick<ServiceContext, 'vault' | 'log'>,
  stored: StoredConnection,
): Promise<Credentials> {
  const { workspaceId, id } = stored;
  try {
    const opened = await vault.open(workspaceId, stored.encryptedCredentials, connectionContext(stored));
    return JSON.parse(opened) as Credentials;
  } catch (error) {
    log.error({ err: error, workspaceId, connectionId: id }, 'could not decrypt a connection');
    return {};
  }
}

/** @param why what it is instead, and what to do */
export function unsuitable(name: string, why: string): OutboundError {
  return new OutboundError('CONNECTION_UNSUITABLE', `The connection "${name}" ${why}.`, false);
}

/** What to do about a connection that is not there. */
export function missing(connection: string): OutboundError {
  const message = `The connection "${connection.slice(0, 80)}" is not found in the workspace, or belongs to another flow only. Choose an existing one.`;
  return new OutboundError('CONNECTION_MISSING', message, false);
}
