import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { login } from '../../../../src/contexts/accounts/auth/login.js';
import { passwordMatches } from '../../../../src/contexts/accounts/auth/password.js';
import { createIdentity, type Identity, password } from './identity.js';

let identity: Identity;
beforeAll(async () => {
  identity = await createIdentity();
  await identity.signUp('ana@example.com');
});
afterAll(() => identity.close());

const failure = (email: string) =>
  login(identity.services, { email, password: 'wrong password' }).then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );

describe('logging in', () => {
  test('finds the email in any case and returns the workspaces', async () => {
    const signedIn = await login(identity.services, { email: ' ANA@Example.com ', password });
    expect(signedIn.user.email).toBe('ana@example.com');
    expect(signedIn.workspaces).toMatchObject([{ id: expect.any(String), name: "ana's workspace", role: 'OWNER' }]);
    expect(signedIn.user).not.toHaveProperty('passwordHash');
  });

  test('fails with the same message for a known and an unknown email', async () => {
    expect(await failure('ana@example.com')).toEqual(await failure('nobody@example.com'));
    expect(await failure('ana@example.com')).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('costs as much for an unknown email as for a known one', async () => {
    await identity.signUp('ben@example.com');
    // Processor time of this process, the minimum of several: what else the machine does is not in it. Ten failures are allowed.
    const least: Record<string, number> = { 'ben@example.com': Infinity, 'somebody@example.com': Infinity };
    for (let round = 0; round < 10; round++) {
      for (const [email, before] of Object.entries(least)) {
        const start = process.cpuUsage();
        await failure(email);
        const { user, system } = process.cpuUsage(start);
        least[email] = Math.min(before, user + system);
      }
    }
    const ratio = (least['somebody@example.com'] ?? 0) / (least['ben@example.com'] ?? 0);
    // Without the decoy hash the ratio is below 0.1.
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  });

  test('accepts a password in any Unicode normalization', async () => {
    await identity.signUp('accents@example.com');
    const { rows } = await identity.services.db.pool.query<{ password_hash: string }>(
      `select password_hash from users where email = 'accents@example.com'`,
    );
    expect(await passwordMatches(rows[0]?.password_hash, password.normalize('NFD'))).toBe(true);
    expect(await passwordMatches(undefined, password)).toBe(false);
  });
});
