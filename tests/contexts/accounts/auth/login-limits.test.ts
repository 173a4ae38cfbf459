import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { newEmail, password } from '../members/people.js';

let app: TestApp;
let email: string;
let device: string;
beforeAll(async () => {
  // Each request says by a header where it comes from.
  app = await startTestApp({ trustProxy: 1 });
});
beforeEach(async () => {
  await app.services.db.pool.query('truncate rate_limits');
  email = newEmail();
  const { headers } = await app.rest('POST /auth/register', { body: { email, password } });
  device = /wa_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
});
afterAll(() => app.stop());

interface From {
  address?: string;
  cookie?: string;
}
const login = (secret: string, { address = '192.0.2.1', cookie }: From = {}, as = email) =>
  app.rest('POST /auth/login', {
    body: { email: as, password: secret },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  });
const fail = async (times: number, from?: From) => {
  let last = 0;
  for (let count = 0; count < times; count++) last = (await login('wrong password', from)).status;
  return last;
};

describe('failed logins', () => {
  test('of one address end there after ten, and keep the owner out nowhere else', async () => {
    expect(await fail(10)).toBe(401);
    const refused = await login(password);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(password, { address: '192.0.2.2' })).status).toBe(200);
    // A network of IPv6 is one address.
    await fail(10, { address: '2001:db8::1' });
    expect((await login(password, { address: '2001:db8::2' })).status).toBe(429);
    expect((await login(password, { address: '2001:db8:0:1::1' })).status).toBe(200);
  });

  test('of many addresses end after fifty an hour, but not on a device with which the user has logged in', async () => {
    for (let address = 10; address < 15; address++) expect(await fail(10, { address: `192.0.2.${address}` })).toBe(401);
    const unknown = await login(password, { address: '192.0.2.99' });
    expect([unknown.status, unknown.body.error.message]).toEqual([429, expect.stringContaining('in an hour')]);
    expect((await login(password, { address: '192.0.2.99', cookie: device })).status).toBe(200);
  });

  test('of one address with many emails end after a hundred, but not on a known device', async () => {
    const from = { address: '192.0.2.7' };
    for (let count = 0; count < 100; count++) {
      expect((await login('wrong password', from, `nobody${count}@example.com`)).status).toBe(401);
    }
    const refused = await login(password, from);
    expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining('from this address')]);
    expect((await login(password, { ...from, cookie: device })).status).toBe(200);
    expect((await login(password, { address: '192.0.2.8' })).status).toBe(200);
  });

  test('on a known device are counted on their own', async () => {
    expect(await fail(10, { cookie: device })).toBe(401);
    expect((await login(password, { cookie: device })).status).toBe(429);
    expect((await login(password)).status).toBe(200);
  });

  test('are the same for an email without a user', async () => {
    const unknown = newEmail('nobody');
    for (let count = 0; count < 10; count++) expect((await login(password, {}, unknown)).status).toBe(401);
    expect((await login(password, {}, unknown)).status).toBe(429);
  });
});

describe('the cookie of a device', () => {
  test('is kept from scripts, holds no email, and is valid only as signed and for its users', async () => {
    const { headers } = await login(password);
    expect(headers.get('set-cookie')).toMatch(/wa_device=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
    const words = Buffer.from(device.slice('wa_device='.length).split('.')[0] ?? '', 'base64url').toString();
    expect(words).not.toContain('example.com');
    await fail(10);
    const [text = '', signature = ''] = device.split('.');
    for (const forged of [`${text}x.${signature}`, `${text}.${'A'.repeat(43)}`, 'wa_device=none']) {
      expect((await login(password, { cookie: forged })).status).toBe(429);
    }
    const other = await app.rest('POST /auth/register', { body: { email: newEmail(), password } });
    const foreign = /wa_device=[^;]+/.exec(other.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect((await login(password, { cookie: foreign })).status).toBe(429);
    expect((await login(password, { cookie: device })).status).toBe(200);
  });

  test('knows several users of a browser', async () => {
    const second = newEmail();
    const { headers } = await app.rest('POST /auth/register', {
      body: { email: second, password },
      headers: { cookie: device },
    });
    const shared = /wa_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
    await fail(10);
    expect((await login(password, { cookie: shared })).status).toBe(200);
  });
});
