import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RealProvider, startRealProvider } from '../contexts/accounts/auth/providers/real-provider.js';
import { type Dashboard, findBarriers, freePort, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
let provider: RealProvider;
beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  provider = await startRealProvider({
    redirectUris: [`${url}/auth/oidc/company/callback`],
    logoutUris: [`${url}/app/signin`],
  });
  const { issuer, clientId, clientSecret } = provider;
  const company = { id: 'company', name: 'Company', issuer, clientId, clientSecret };
  dashboard = await startDashboard({
    PORT: String(port),
    OIDC_PROVIDERS: JSON.stringify([company]),
    OUTBOUND_ALLOW: '127.0.0.1',
  });
}, 120_000);
afterAll(async () => {
  await dashboard?.stop();
  await provider?.close();
});

const shots = process.env.SCREENSHOTS;
const button = 'Continue with Company';

test('a member signs in with a provider, links it once, and is then signed in by it alone', async () => {
  const { email, password } = dashboard.demo;
  provider.people.set('demo', { email, email_verified: true, name: 'Demo' });
  provider.present = 'demo';
  const page = await dashboard.visit('/signin');
  await see(page.getByRole('link', { name: button }));
  expect(await findBarriers(page)).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/sign-in.png` });
  await page.getByRole('link', { name: button }).click();
  await see(page.getByText('An account with your email already exists.'));
  if (shots) await page.screenshot({ path: `${shots}/link-first.png` });
  await dashboard.logIn(page, email, password);
  await see(page.getByText(`Link Company (${email}) to this account?`));
  expect(await findBarriers(page)).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/link.png` });
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await see(page.getByRole('navigation', { name: 'Main navigation' }));

  const path = `/w/${dashboard.demo.workspaceId}/account`;
  const later = await dashboard.visit(path);
  await later.getByRole('link', { name: button }).click();
  await later.waitForURL(`**/app${path}`);
  const row = later.getByRole('row').filter({ hasText: email });
  await see(row.getByText('Company'));
  await see(later.getByRole('cell', { name: 'company', exact: true }));
  expect(await findBarriers(later)).toEqual([]);
  if (shots) await later.screenshot({ path: `${shots}/account.png`, fullPage: true });

  await row.getByRole('button', { name: 'Unlink' }).click();
  await later.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await seeNoMore(row);
  await later.getByRole('button', { name: 'Link Company' }).click();
  await later.getByRole('dialog').getByLabel('Current password').fill(password);
  if (shots) await later.screenshot({ path: `${shots}/link-dialog.png` });
  await later.getByRole('button', { name: 'Go on' }).click();
  await see(row.getByText('Company'));
  await later.context().close();
  await page.context().close();
});

test('the sign-in screen has a sentence for what goes wrong, also in Spanish', async () => {
  provider.people.set('stranger', { email: 'stranger@other.example', email_verified: true });
  provider.present = 'stranger';
  const page = await dashboard.visit('/signin', { locale: 'es-ES' });
  await page.getByRole('link', { name: 'Continuar con Company' }).click();
  await see(page.getByText('No tienes una cuenta aquí.'));
  if (shots) await page.screenshot({ path: `${shots}/refused.png` });
  await page.context().close();
});
