import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encode } from 'uqr';
import { type Dashboard, findBarriers, see, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

test('an authenticator app is added by a QR code, or by its key', async () => {
  const page = await dashboard.open('/account');
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('enrollTotp') === true);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(dashboard.demo.password);
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
  const code = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await see(code);
  const { data } = (await (await answered).json()) as { data: { enrollTotp: { uri: string; secret: string } } };
  const { uri, secret } = data.enrollTotp;
  expect(uri).toContain('otpauth://totp/');
  const dark = encode(uri, { ecc: 'M', border: 4 }).data.flat().filter(Boolean).length;
  expect((await code.locator('path').getAttribute('d'))?.match(/M/g)).toHaveLength(dark);
  await see(dialog.getByText(secret.slice(0, 4)));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});
