import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseSetCookie } from 'cookie';
import { logout } from '../../../../src/contexts/accounts/auth/sessions/logout.js';
import { refresh } from '../../../../src/contexts/accounts/auth/sessions/refresh.js';
import { setRefreshCookie } from '../../../../src/contexts/accounts/auth/sessions/refresh-cookie.js';
import {
  endSessionsOf,
  openSession,
  rotateSession,
  startSession,
} from '../../../../src/contexts/accounts/auth/sessions/session.js';
import { issueCredentials } from '../../../../src/contexts/accounts/auth/sessions/signed-in.js';
import { findAccess } from '../../../../src/contexts/accounts/members/index.js';
import { GraphContext } from '../../../../src/platform/graphql/context.js';
import { createIdentity, type Identity, type SignedUp } from './identity.js';

let identity: Identity;
let ana: SignedUp;
let count = 0;
beforeAll(async () => {
  identity = await createIdentity();
});
beforeEach(async () => {
  identity.clock.now = new Date('2026-11-21T09:00:00.000Z');
  ana = await identity.signUp(`ana${count++}@example.com`);
});
afterAll(() => identity.close());

const key = 'a-random-key-of-32-characters-00';
const days = (amount: number) => amount * 24 * 60 * 60 * 1000;
const pass = (ms: number) => {
  identity.clock.now = new Date(identity.clock.now.getTime() + ms);
};

async function refreshBy(cookie: string, key: string | null = null) {
  const context = await identity.context({ cookie });
  const credentials = await issueCredentials(context, await refresh(context, key));
  const [next = ''] = (context.answered[0] ?? '').split(';');
  return { ...credentials, cookie: next };
}

describe('refreshing', () => {
  test('returns a new access token and replaces the cookie', async () => {
    pass(20 * 60_000);
    const renewed = await refreshBy(ana.cookie);
    expect(renewed.user).toEqual(ana.user);
    expect(renewed.workspaces).toMatchObject([{ id: ana.workspaceId, role: 'OWNER' }]);
    expect(renewed.cookie).not.toBe(ana.cookie);
    expect((await identity.scope(renewed.accessToken, ana.workspaceId)).access.role).toBe('OWNER');
  });

  test('ends the session if a replaced token is used again', async () => {
    const renewed = await refreshBy(ana.cookie);
    await expect(refreshBy(ana.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(refreshBy(renewed.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(identity.scope(renewed.accessToken, ana.workspaceId)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('is repeated for who sends it again with its key, and gives the same cookie', async () => {
    const first = await refreshBy(ana.cookie, key);
    const [again, third] = await Promise.all([refreshBy(ana.cookie, key), refreshBy(ana.cookie, key)]);
    expect([again.cookie, third.cookie]).toEqual([first.cookie, first.cookie]);
    expect((await identity.scope(again.accessToken, ana.workspaceId)).access.role).toBe('OWNER');
    // The answer had arrived, and the key was not forgotten.
    expect((await refreshBy(first.cookie, key)).cookie).not.toBe(first.cookie);
  });

  test.each([
    ['without its key', null],
    ['with another key', 'another-key-of-32-characters-000'],
  ])('ends the session if a replaced token is used again %s', async (_, other) => {
    const renewed = await refreshBy(ana.cookie, key);
    await expect(refreshBy(ana.cookie, other)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(refreshBy(renewed.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('ends the session if a token is used again that was replaced twice, with its key, too', async () => {
    const { cookie } = await refreshBy(ana.cookie, key);
    const last = await refreshBy(cookie);
    await expect(refreshBy(ana.cookie, key)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(refreshBy(last.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('refuses a key that could be guessed', async () => {
    await expect(refreshBy(ana.cookie, 'reload-1')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await refreshBy(ana.cookie);
  });

  test('succeeds for at most one of 2,000 concurrent calls', async () => {
    const { pool } = identity.services.db;
    const now = identity.clock.now;
    const { id, refreshToken } = await openSession(pool, { id: ana.user.id, sessionVersion: 1 }, now);
    const attempts = await Promise.allSettled(
      Array.from({ length: 2000 }, () => rotateSession(pool, refreshToken, now)),
    );
    const won = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const { rows } = await pool.query('select ended_at from sessions where id = $1', [id]);
    expect(rows[0].ended_at).not.toBeNull();
    await expect(rotateSession(pool, won[0]?.value.refreshToken ?? '', now)).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    });
  });

  test('is possible for 30 days after the last refresh and no longer', async () => {
    pass(days(29));
    const renewed = await refreshBy(ana.cookie);
    pass(days(29));
    const again = await refreshBy(renewed.cookie);
    pass(days(30));
    await expect(refreshBy(again.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('requires the cookie, and the message says to log in', async () => {
    await expect(refresh(await identity.context())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('is refused over a socket, which has no cookies', async () => {
    const { services, caller, request } = await identity.context();
    const socket = new GraphContext(services, caller, request, async () => null);
    await expect(refresh(socket)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('POST /auth/refresh'),
    });
  });

  test.each(['wa_refresh=nonsense', 'wa_refresh=019ab3f2-0000-7000-8000-000000000000.x', 'wa_refresh=..%00'])(
    'refuses %s and has it forgotten',
    async (cookie) => {
      const context = await identity.context({ cookie });
      await expect(refresh(context)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
      expect(parseSetCookie(context.answered[0] ?? '')).toMatchObject({ name: 'wa_refresh', maxAge: 0 });
    },
  );
});

describe('the refresh cookie', () => {
  test('is kept from scripts and other sites for 30 days', async () => {
    const context = await identity.context();
    setRefreshCookie(context, 'token');
    expect(context.answered).toEqual(['wa_refresh=token; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax']);
  });

  test('is secure if the public URL has https', async () => {
    const { caller, request } = await identity.context();
    const answered: string[] = [];
    const services = identity.with({ publicUrl: 'https://flows.example.com' });
    const sink = { setCookie: (value: string) => answered.push(value) };
    setRefreshCookie(new GraphContext(services, caller, request, async () => null, { sink }), 'token');
    expect(answered[0]).toContain('; Secure');
  });

  test('is stored as a hash only', async () => {
    const { rows } = await identity.services.db.pool.query('select * from sessions where user_id = $1', [ana.user.id]);
    const [, random = ''] = ana.cookie.split('.');
    expect(random.length).toBe(43);
    expect(JSON.stringify(rows)).not.toContain(random);
    expect(rows[0].token_hash).toHaveLength(32);
  });
});

describe('logging out', () => {
  test('ends the session of the cookie and its access tokens at once', async () => {
    const context = await identity.context({ cookie: ana.cookie });
    await logout(context);
    expect(parseSetCookie(context.answered[0] ?? '')).toMatchObject({ maxAge: 0 });
    await expect(refreshBy(ana.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(identity.scope(ana.accessToken, ana.workspaceId)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('needs no cookie if an access token names the session', async () => {
    await logout(await identity.context({ bearer: ana.accessToken }));
    await expect(refreshBy(ana.cookie)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('keeps the other sessions of the user', async () => {
    const holder = { id: ana.user.id, sessionVersion: 1 };
    const other = await openSession(identity.services.db.pool, holder, identity.clock.now);
    await logout(await identity.context({ cookie: ana.cookie }));
    const { id } = await rotateSession(identity.services.db.pool, other.refreshToken, identity.clock.now);
    expect(id).toBe(other.id);
  });

  test('requires a credential', async () => {
    await expect(logout(await identity.context())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('starting a session', () => {
  test('is refused if the user was authenticated at an earlier session version', async () => {
    const { db } = identity.services;
    await db.transaction((sql) => endSessionsOf(sql, ana.user.id, identity.clock.now));
    expect(await startSession(db.pool, { id: ana.user.id, sessionVersion: 1 }, identity.clock.now)).toBeNull();
    expect(await startSession(db.pool, { id: ana.user.id, sessionVersion: 2 }, identity.clock.now)).not.toBeNull();
  });

  test('opens no session if all sessions end at the same time', async () => {
    const { db } = identity.services;
    const now = identity.clock.now;
    const holder = { id: ana.user.id, sessionVersion: 1 };
    const started = Array.from({ length: 50 }, () => startSession(db.pool, holder, now));
    await Promise.all([...started, db.transaction((sql) => endSessionsOf(sql, ana.user.id, now))]);
    const { rows } = await db.pool.query('select 1 from sessions where user_id = $1 and ended_at is null', [
      ana.user.id,
    ]);
    expect(rows).toHaveLength(0);
  });
});

describe('raising the session version', () => {
  test('invalidates every access token of the user', async () => {
    const { principal } = (await identity.context({ bearer: ana.accessToken })).caller;
    await identity.services.db.pool.query('update users set session_version = session_version + 1 where id = $1', [
      ana.user.id,
    ]);
    expect(principal).not.toBeNull();
    if (!principal) return;
    await expect(findAccess(identity.services, principal, ana.workspaceId)).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    });
  });
});
