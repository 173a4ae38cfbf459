import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { register } from '../../../../src/contexts/accounts/auth/registration/register.js';
import { createIdentity, type Identity, password } from './identity.js';

let identity: Identity;
beforeAll(async () => {
  identity = await createIdentity();
});
afterAll(() => identity.close());

const count = async (table: string) =>
  Number((await identity.services.db.pool.query(`select count(*) from ${table}`)).rows[0].count);

describe('the first registration', () => {
  test('succeeds once of concurrent calls', async () => {
    const services = identity.with({ registration: 'first' });
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => register(services, { email: `first${index}@example.com`, password })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = attempts.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('invitation') });
    expect(await count('users')).toBe(1);
  });

  test('refuses the second user also later', async () => {
    const services = identity.with({ registration: 'first' });
    await expect(register(services, { email: 'second@example.com', password })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('registering', () => {
  test('creates account, wallet, user, workspace and membership together', async () => {
    const signedIn = await register(identity.services, {
      email: 'Ana.Maria@Example.COM',
      password,
      name: 'Ana',
      workspaceName: 'Bakery',
    });
    expect(signedIn.user).toMatchObject({ email: 'ana.maria@example.com', name: 'Ana' });
    expect(signedIn.workspaces).toMatchObject([{ id: expect.any(String), name: 'Bakery', role: 'OWNER' }]);
    const { rows } = await identity.services.db.pool.query(
      `select w.balance_micros, m.role, u.password_hash, ws.account_id = u.account_id as same_account
       from users u join wallets w on w.account_id = u.account_id join members m on m.user_id = u.id
       join workspaces ws on ws.id = m.workspace_id where u.id = $1`,
      [signedIn.user.id],
    );
    expect(rows).toEqual([
      {
        balance_micros: '1000000000',
        role: 'OWNER',
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        same_account: true,
      },
    ]);
  });

  test('derives the names of user and workspace from the email by default', async () => {
    const signedIn = await register(identity.services, { email: 'bo@example.com', password });
    expect(signedIn.user.name).toBe('bo');
    expect(signedIn.workspaces[0]?.name).toBe("bo's workspace");
  });

  test('refuses a registered email in any case and stores nothing', async () => {
    await identity.signUp('known@example.com');
    const before = await Promise.all(['accounts', 'wallets', 'workspaces', 'sessions'].map(count));
    await expect(register(identity.services, { email: 'KNOWN@example.com', password })).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
    });
    expect(await Promise.all(['accounts', 'wallets', 'workspaces', 'sessions'].map(count))).toEqual(before);
  });

  test('succeeds once of concurrent registrations of one email', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => register(identity.services, { email: 'race@example.com', password })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'CONFLICT' });
    }
  });

  test('is refused if it is closed, and the message names a command of the operator', async () => {
    const services = identity.with({ registration: 'closed' });
    await expect(register(services, { email: 'closed@example.com', password })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('user create'),
    });
  });
});
