import * as oauth from 'oauth4webapi';
import { statement } from '../../../../platform/database/statement.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { newId } from '../../../../platform/new-id.js';
import type { Services } from '../../../../platform/services.js';
import { hashToken } from '../../../../platform/token-hash.js';
import type { StoredConnection } from '../read-stored.js';
import { verifierContext } from '../tokens/oauth.entities.js';
import type { OauthApp } from '../tokens/oauth-app.js';
import { createOwnToken } from './own-token.js';

/** Minutes for which the page of a provider may stay open. */
const openMinutes = 10;
/** Pages of one connection that are open at once; of more, the oldest are closed. */
const openAtMost = 20;

/** Who begins: a user, or a link in the browser that has a cookie. */
export type Beginner = { userId: string } | { linkId: string; browserHash: Buffer };

/** Where the owner of an account consents. */
export interface Begun {
  authorizeUrl: string;
  expiresAt: Date;
}

/** Opens the page of the provider: with PKCE, and a `state` that only the beginner can bring back, once. */
export async function beginConnect(
  { db, now, vault, settings }: Services,
  stored: StoredConnection,
  app: OauthApp,
  beginner: Beginner,
): Promise<Begun> {
  const { workspaceId, id: connectionId, auth } = stored;
  const id = newId();
  const state = createOwnToken(workspaceId);
  const verifier = oauth.generateRandomCodeVerifier();
  const expiresAt = new Date(now().getTime() + openMinutes * 60_000);
  const encryptedVerifier = await vault.encrypt(workspaceId, verifier, verifierContext(id));
  const { userId, linkId, browserHash } = { userId: null, linkId: null, browserHash: null, ...beginner };
  const text = `/* begin_connect */ with forgotten as (
      delete from connection_authorizations where workspace_id = $1 and (expires_at <= $11 or id in (
        select id from connection_authorizations where workspace_id = $1 and connection_id = $3
        order by id desc offset ${openAtMost - 1})) and connection_id = $3)
    insert into connection_authorizations
      (workspace_id, id, connection_id, revision, state_hash, encrypted_verifier, user_id, link_id, browser_hash, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
  const row = [workspaceId, id, connectionId, auth.revision ?? '', hashToken(state), encryptedVerifier];
  await db.pool.query(statement(text, [...row, userId, linkId, browserHash, expiresAt, now()]));
  return { authorizeUrl: await addressOf(app, { state, verifier, redirectUri: redirectUriOf(settings) }), expiresAt };
}

/** What is registered with the provider. */
export function redirectUriOf({ publicUrl }: Pick<Services['settings'], 'publicUrl'>): string {
  return `${publicUrl}/oauth/callback`;
}

async function addressOf(
  app: OauthApp,
  { state, verifier, redirectUri }: { state: string; verifier: string; redirectUri: string },
): Promise<string> {
  const url = new URL(app.authorizeUrl);
  const parameters = {
    ...app.parameters,
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    ...(app.scopes.length > 0 && { [app.scopeParameter]: app.scopes.join(app.scopeDelimiter) }),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** 409 for a connection that no account can be connected for. */
export function notOauth({ name }: Pick<StoredConnection, 'name'>): AppError {
  const message = `The connection "${name}" is not of the type oauth2 with the grant authorization_code: its credentials are sent as auth.`;
  return new AppError('CONFLICT', message);
}
