import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { type GraphContext, requireId, type Scope } from '../../../../platform/graphql/context.js';
import { OutboundError } from '../../../../platform/outbound/index.js';
import { appOf, openCredentials, openStored } from '../open-connection.js';
import { connectionOutbound } from '../outbound.js';
import { readStored, type StoredConnection } from '../read-stored.js';
import type { OauthApp } from '../tokens/oauth-app.js';
import { beginConnect, notOauth } from './begin-connect.js';

/** Where to consent; null if the app itself has got its token. */
export interface ConnectStart {
  authorizeUrl: string | null;
  expiresAt: Date | null;
}

/**
 * Begins to connect an account, by the page of its provider. An app with `client_credentials` gets its token at once.
 * @throws AppError NOT_FOUND, SESSION_REQUIRED; CONFLICT for other credentials, and if the provider grants no token
 */
export async function connectAccount(context: GraphContext, scope: Scope, connectionId: string): Promise<ConnectStart> {
  const stored = await requireStored(scope, connectionId);
  const app = await requireApp(scope, stored);
  if (app.grant === 'client_credentials') {
    await grantNow(scope, stored);
    return { authorizeUrl: null, expiresAt: null };
  }
  const { userId } = context.principal({ session: true });
  return beginConnect(scope.services, stored, app, { userId });
}

/** @throws AppError NOT_FOUND */
export async function requireStored(scope: Scope, connectionId: string): Promise<StoredConnection> {
  const stored = await readStored(scope.sql, scope.workspaceId, requireId(connectionId, 'connection'));
  if (!stored) throw notFound('connection');
  return stored;
}

/** @throws AppError CONFLICT */
export async function requireApp(scope: Pick<Scope, 'services'>, stored: StoredConnection): Promise<OauthApp> {
  if (stored.auth.type !== 'oauth2') throw notOauth(stored);
  return asConflict(async () => appOf(stored, await openCredentials(scope.services, stored)));
}

async function grantNow({ services }: Scope, stored: StoredConnection): Promise<void> {
  const deps = { ...services, outbound: services.get(connectionOutbound) };
  // What was refused before is asked again: the app may have been corrected at the service.
  await asConflict(() => openStored(deps, { ...stored, status: 'pending' }));
}

async function asConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError) throw new AppError('CONFLICT', error.message);
    throw error;
  }
}
