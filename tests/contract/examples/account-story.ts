import { type TOTP, URI } from 'otpauth';
import { createLoginLink } from '../../../src/contexts/accounts/auth/index.js';
import { knownToken } from '../../contexts/accounts/members/people.js';
import { bodyOf, type MailServer } from '../../support/mail-server.js';
import { waitFor } from '../../support/wait-for.js';
import type { ExampleClient } from './example-client.js';
import { logInByProvider } from './provider-story.js';
import type { Credentials } from './story.js';

/** Members join, change and leave. */
export async function manageMembers(client: ExampleClient): Promise<void> {
  const invited = await client.send<{ invitationId: string }>('POST P/members');
  client.keep('invitationId', invited.invitationId);
  await client.send('POST P/members/invitations/:invitationId/resend');
  const inviteToken = await knownToken(client.app, client.real('invitationId'));
  const joined = await client.send<Credentials>('POST /auth/accept-invite', {
    as: null,
    texts: { 'q3w7…': inviteToken },
  });
  client.keep('userId', joined.user.id);
  await client.send('GET P/members/:userId');
  await client.send('PATCH P/members/:userId/role');
  await client.send('GET P/members');
  await client.send('POST P/members/leave', { as: joined.accessToken });
  const again = await client.send<{ invitationId: string }>('POST P/members');
  const { user } = await client.send<Credentials>('POST /auth/accept-invite', {
    as: joined.accessToken,
    texts: { 'q3w7…': await knownToken(client.app, again.invitationId) },
  });
  await client.send('DELETE P/members/:userId', { ids: { userId: user.id } });
  const last = await client.send<{ invitationId: string }>('POST P/members');
  await client.send('DELETE P/members/invitations/:invitationId', { ids: { invitationId: last.invitationId } });
}

/** The life of an account, until it logs out. */
export async function useAccount(client: ExampleClient, { mails }: MailServer): Promise<void> {
  /** The token of the link that a request sends. */
  const mailed = async (page: string, key: string, options = {}) => {
    mails.length = 0;
    await client.send(key, options);
    const links = () => mails.map((mail) => new RegExp(`/${page}#token=([\\w.-]+)`).exec(bodyOf(mail))?.[1]);
    await waitFor(() => links().some(Boolean));
    return links().find(Boolean) as string;
  };
  const verification = await mailed('verify-email', 'POST /auth/email/send-verification');
  await client.send('POST /auth/email/verify', { texts: { 'v5k9…': verification } });
  await logInByProvider(client);
  await client.send('POST /auth/email/change');
  const reset = await mailed('reset-password', 'POST /auth/password/forgot', { as: null });
  await client.send('POST /auth/password/reset', { as: null, texts: { 'h8d2…': reset } });
  client.token = (await client.send<Credentials>('POST /auth/login', { as: null })).accessToken;
  const { services, url } = client.app;
  const email = client.texts.get('owner@example.com') ?? 'owner@example.com';
  const { link } = await createLoginLink(services.db.pool, email, url, services.now());
  await client.send('POST /auth/login/link', { as: null, texts: { 'm2v7…': link.split('#token=')[1] as string } });
  await useTwoSteps(client);
  await client.send('POST /auth/login', { as: null });
  const sessions = await client.send<{ id: string; current: boolean }[]>('GET /auth/sessions');
  const other = sessions.find(({ current }) => !current)?.id as string;
  await client.send('DELETE /auth/sessions/:sessionId', { ids: { sessionId: other } });
  await client.send('DELETE /auth/sessions');
  const changed = await client.send<Credentials>('POST /auth/change-password');
  const cookie = client.answers.get('POST /auth/change-password')?.get(200)?.headers.getSetCookie() ?? [];
  const sent = { cookie: cookie.map((one) => one.split(';')[0]).join('; ') };
  await client.send('POST /auth/refresh', { as: null, headers: () => sent });
  await client.send('POST /auth/logout', { as: changed.accessToken });
  const texts = { 'correct horse battery staple': 'staple battery horse correct' };
  const { accessToken } = await client.send<Credentials>('POST /auth/login', { as: null, texts });
  await client.send('POST /auth/logout-all', { as: accessToken });
}

async function useTwoSteps(client: ExampleClient): Promise<void> {
  const { uri } = await client.send<{ uri: string }>('POST /auth/totp');
  const code = (URI.parse(uri) as TOTP).generate();
  const { recoveryCodes } = await client.send<{ recoveryCodes: string[] }>('POST /auth/totp/confirm', {
    texts: { '492039': code },
  });
  const login = client.filled(JSON.stringify(client.routeOf('POST /auth/login').example?.body));
  const refused = await client.app.rest('POST /auth/login', { body: login });
  const [{ challengeToken = '' } = {}] = (refused.body.error.details ?? []) as { challengeToken?: string }[];
  const { accessToken } = await client.send<Credentials>('POST /auth/login/totp', {
    as: null,
    texts: { 'eyJhbGciOi…': challengeToken, '492039': recoveryCodes[0] as string },
  });
  client.token = accessToken;
  await client.send('POST /auth/totp/recovery-codes');
  await client.send('POST /auth/totp/disable');
}
