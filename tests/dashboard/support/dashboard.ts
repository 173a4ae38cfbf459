import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Demo } from '../../../src/app/demo/ensure-demo.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type ServerProcess, startServerProcess } from '../../support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import { launchChromium } from './chromium.js';

/** Milliseconds that something may take to appear, on a slow machine, too. */
const patience = 20_000;

/** How a page is opened; `tour` shows the tour of new users, which stands in the way of others. */
export type PageOptions = BrowserContextOptions & { tour?: boolean };

/** A server with its demo workspace, and a browser. */
export interface Dashboard {
  url: string;
  demo: Demo;
  /** A page that is logged in as the owner of the demo workspace, at a path below `/app/w/<workspace>`. */
  open(path?: string, options?: PageOptions): Promise<Page>;
  /** A page that is not logged in, at a path below `/app`. */
  visit(path?: string, options?: PageOptions): Promise<Page>;
  /** Logs a page in with email and password. */
  logIn(page: Page, email: string, password: string): Promise<void>;
  /** Sends a GraphQL operation with the API key of the demo workspace, which `$workspaceId` stands for. @throws Error */
  api<Data = Record<string, never>>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  /** Kills the server, as a power cut does. */
  kill(): Promise<void>;
  /** Starts the server again at the same address. */
  restart(): Promise<void>;
  /** What the pages reported as errors: scripts that failed, and what their policy refused. */
  faults: string[];
  stop(): Promise<void>;
}

/** Starts the built server on a database of its own, and Chromium. */
export async function startDashboard(env: Record<string, string> = {}): Promise<Dashboard> {
  const folder: TemporaryFolder = await temporaryFolder();
  const database: TestDatabase = await createTestDatabase();
  const port = env.PORT ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const faults: string[] = [];
  const start = async () => {
    const settings = { DATABASE_URL: database.url, DATA_DIR: folder.path, DEMO: 'true', LOG_LEVEL: 'warn' };
    const started = startServerProcess({ ...settings, PORT: String(port), ...env });
    await started.says(/Ready in/);
    return started;
  };
  let server: ServerProcess = await start();
  const browser = await launchChromium();
  const demo: Demo = JSON.parse(await readFile(join(folder.path, 'demo.json'), 'utf8'));
  const visit = async (path = '', { tour = false, ...options }: PageOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, locale: 'en-GB', ...options });
    context.setDefaultTimeout(patience);
    if (!tour) await context.addInitScript(() => localStorage.setItem('workspace-automation-tour', '*'));
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource|WebSocket/.test(message.text()))
        faults.push(message.text());
    });
    await page.goto(`${url}/app${path}`);
    return page;
  };
  const logIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  return {
    url,
    demo,
    visit,
    logIn,
    faults,
    async open(path = '', options = {}) {
      const page = await visit(`/w/${demo.workspaceId}${path}`, options);
      await logIn(page, demo.email, demo.password);
      await see(page.getByRole('navigation', { name: 'Main navigation' }));
      return page;
    },
    async api(query, variables = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` },
        body: JSON.stringify({ query, variables: { workspaceId: demo.workspaceId, ...variables } }),
      });
      const { data, errors } = (await response.json()) as { data: never; errors?: { message: string }[] };
      if (errors?.[0]) throw new Error(errors[0].message);
      return data;
    },
    async kill() {
      await server.stop('SIGKILL');
    },
    async restart() {
      server = await start();
    },
    async stop() {
      await browser.close();
      await server.stop();
      await database.drop();
      folder.remove();
    },
  };
}

/** Waits until it is on the page. @throws Error if it does not appear */
export async function see(what: Locator): Promise<void> {
  await what.first().waitFor({ state: 'visible', timeout: patience });
}

/** Waits until it is gone from the page. @throws Error if it stays */
export async function seeNoMore(what: Locator): Promise<void> {
  await what.first().waitFor({ state: 'hidden', timeout: patience });
}

/** The findings of axe on a page, each with the elements it concerns. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Runs outside the page's policy, as an extension of the browser would.
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> };
    };
    return (await axe.run()).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target }) => target.join(' ')),
    }));
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 5).join(', ')}`);
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
