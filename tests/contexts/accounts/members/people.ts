import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../../src/platform/token-hash.js';
import type { RestAnswer, TestApp } from '../../../support/app.js';

export const password = 'correct horse battery';

/** A user who is logged in. */
export interface Person {
  userId: string;
  email: string;
  token: string;
}

export const newEmail = (name = 'person') => `${name}-${randomBytes(6).toString('hex')}@example.com`;

interface CredentialsData {
  accessToken: string;
  user: { id: string; email: string };
  workspaces: { id: string; role: string }[];
}

/** The user of credentials. */
export function personOf({ body }: RestAnswer): Person {
  const { accessToken, user } = body.data as CredentialsData;
  return { userId: user.id, email: user.email, token: accessToken };
}

/** A new user with an account and a workspace. */
export async function signUp(app: TestApp, email = newEmail()): Promise<Person & { workspaceId: string }> {
  const answer = await app.rest('POST /auth/register', { body: { email, password } });
  return { ...personOf(answer), workspaceId: (answer.body.data as CredentialsData).workspaces[0]?.id ?? '' };
}

/** Invites a new email by default. */
export function invite(
  app: TestApp,
  workspaceId: string,
  as: string,
  body: Record<string, unknown>,
): Promise<RestAnswer> {
  return app.rest(`POST /workspaces/${workspaceId}/members`, { as, body: { email: newEmail(), ...body } });
}

/** A new member of a workspace, who accepted an invitation. @param as the inviter */
export async function addMember(
  app: TestApp,
  workspaceId: string,
  as: string,
  role: string,
  capabilities: string[] = [],
): Promise<Person> {
  const invited = await invite(app, workspaceId, as, { role, capabilities });
  if (invited.status !== 201) throw new Error(JSON.stringify(invited.body));
  const { inviteToken, invitationId } = invited.body.data as { inviteToken: string | null; invitationId: string };
  const token = inviteToken ?? (await knownToken(app, invitationId));
  const joined = await app.rest('POST /auth/accept-invite', { body: { token, password } });
  if (joined.status !== 200) throw new Error(JSON.stringify(joined.body));
  return personOf(joined);
}

/** A token that accepts an invitation which was mailed. */
export async function knownToken(app: TestApp, invitationId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const text = 'update invitations set token_hash = $2, proves_email = false where id = $1';
  await app.services.db.pool.query(text, [invitationId, hashToken(token)]);
  return token;
}
