import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requireStrongPassword } from '../../../../src/contexts/accounts/auth/passwords/password-strength.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { invite, newEmail, password, signUp } from '../members/people.js';

const check = async (secret: string, ...own: string[]) => {
  try {
    await requireStrongPassword('password', secret, own);
    return 'accepted';
  } catch (error) {
    return (error as { details: { field: string }[] }).details[0]?.field;
  }
};

describe('the strength of a password', () => {
  test.each([
    ['a leaked one', 'password'],
    ['a leaked one with a digit', 'password1'],
    ['a leaked one in disguise', 'P@ssw0rd!'],
    ['a pattern of the keyboard', 'qwertyuiop'],
    ['digits in order', '123456789012'],
    ['a repetition', 'aaaaaaaaaaaa'],
    ['a long repetition', 'x'.repeat(200)],
    ['a repeated word', 'hunter2hunter2'],
    ['a word and a year', 'dragon2024'],
    ['two words', 'correcthorse'],
    ['two words and a digit', 'Correcthorse1'],
  ])('refuses %s', async (_, secret) => {
    expect(await check(secret)).toBe('password');
  });

  test('refuses the own email and name', async () => {
    expect(await check('zoltan.mezei@example.com', 'zoltan.mezei@example.com', 'Zoltan Mezei')).toBe('password');
    expect(await check('zoltanmezei', 'zoltan.mezei@example.com', 'Zoltan Mezei')).toBe('password');
    expect(await check('zoltanmezei')).toBe('accepted');
    expect(await check('sec.example1', 'owner@sec.example')).toBe('password');
    expect(await check('Mezei2024!', 'ana@corp.example', 'Ana Mezei')).toBe('password');
  });

  test("refuses words of the server's address", async () => {
    expect(await check('flows.corp.test1', 'https://flows.corp.test:8443/app')).toBe('password');
    expect(await check('flows.corp.test1')).toBe('accepted');
  });

  test.each([
    'workspace2026',
    'Workspace2026!',
    '2026automation',
    'Automation#2026',
    'workspace-automation-1',
    'W0rkspace26!',
  ])("refuses the product's own words: %s", async (secret) => {
    expect(await check(secret, 'https://flows.corp.test', 'ana@corp.example')).toBe('password');
  });

  test.each([[password], ['kx9$Lm2q'], ['Tr0ub4dour&3'], ['ñandúes vuelan bajo'], ['密碼很長也很難猜到']])(
    'accepts %s',
    async (secret) => {
      expect(await check(secret)).toBe('accepted');
    },
  );
});

describe('a weak password', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  test('is refused wherever a password is chosen, and not where one is entered', async () => {
    const ana = await signUp(app);
    const invited = await invite(app, ana.workspaceId, ana.token, { role: 'VIEWER' });
    const { inviteToken: token } = invited.body.data as { inviteToken: string };
    for (const [path, body, field] of [
      ['/auth/register', { email: newEmail(), password: 'password' }, 'password'],
      ['/auth/accept-invite', { token, password: 'password' }, 'password'],
      ['/auth/change-password', { currentPassword: password, newPassword: 'password' }, 'newPassword'],
      ['/auth/change-password', { currentPassword: password, newPassword: 'Workspace2026!' }, 'newPassword'],
    ] as const) {
      const { status, body: answer } = await app.rest(`POST ${path}`, { as: ana.token, body });
      expect([status, answer.error.code, answer.error.details?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', field]);
    }
    const login = await app.rest('POST /auth/login', { body: { email: ana.email, password: 'password' } });
    expect(login.status).toBe(401);
  });
});
