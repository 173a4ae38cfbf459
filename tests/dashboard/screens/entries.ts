import { type TOTP, URI } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { type Dashboard, type PageOptions, see } from '../support/dashboard.js';
import { senderTo } from '../support/sender.js';

/** A page outside of a workspace. */
export interface Entry {
  /** The name of its golden. */
  name: string;
  /** The address below the dashboard. */
  path: string;
  /** For those who are logged in. */
  isSignedIn?: boolean;
  act?: (page: Page, dashboard: Dashboard) => Promise<void>;
  shows: (page: Page) => Locator;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });

/** Signing in and what belongs to it, and choosing a workspace. */
export const entries: readonly Entry[] = [
  { name: 'sign-in', path: '/signin', shows: heading('Sign in') },
  {
    name: 'sign-in-refused',
    path: '/signin',
    act: (page, { demo, logIn }) => logIn(page, demo.email, 'not the password'),
    shows: (page) => page.getByRole('alert').getByText('The email or the password is not correct.'),
  },
  {
    name: 'sign-in-code',
    path: '/signin',
    act: logInWithApp,
    shows: (page) => page.getByLabel('Code of your authenticator app'),
  },
  {
    name: 'register',
    path: '/signin',
    act: (page) => button(page, /Create an account/).click(),
    shows: heading('Create an account'),
  },
  {
    name: 'forgot',
    path: '/signin',
    act: (page) => button(page, /Forgot/).click(),
    shows: (page) => button(page, 'Send'),
  },
  {
    name: 'forgot-sent',
    path: '/signin',
    act: async (page) => {
      await button(page, /Forgot/).click();
      await page.getByLabel('Email').fill('ana@example.com');
      await button(page, 'Send').click();
    },
    shows: (page) => page.getByText('If this email belongs to an account'),
  },
  { name: 'link-used', path: '/open', shows: (page) => page.getByRole('alert') },
  { name: 'workspaces', path: '/?all=true', isSignedIn: true, shows: heading('Choose a workspace') },
  { name: 'workspaces-new', path: '/?new=true', isSignedIn: true, shows: (page) => page.getByRole('dialog') },
];

/** Opens a page, and waits for what it shows. */
export async function openEntry(dashboard: Dashboard, entry: Entry, options: PageOptions): Promise<Page> {
  const { path, isSignedIn = false, act, shows } = entry;
  const page = isSignedIn ? await dashboard.open('', options) : await dashboard.visit(path, options);
  if (isSignedIn) await page.goto(`${dashboard.url}/app${path}`);
  if (act) await act(page, dashboard);
  await page.mouse.move(0, 0);
  await see(shows(page));
  return page;
}

/** Logs a user in whose account has an authenticator app. */
async function logInWithApp(page: Page, dashboard: Dashboard): Promise<void> {
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'olives-and-lemons-41'];
  const { register } = await senderTo(dashboard)<{ register: { accessToken: string } }>(
    'mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }',
    { input: { email, password } },
  );
  const send = senderTo(dashboard, register.accessToken);
  const { enrollTotp } = await send<{ enrollTotp: { uri: string } }>(
    'mutation ($input: PasswordInput!) { enrollTotp(input: $input) { uri } }',
    { input: { password } },
  );
  const code = (URI.parse(enrollTotp.uri) as TOTP).generate();
  await send('mutation ($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }', {
    input: { password, code },
  });
  await dashboard.logIn(page, email, password);
}
