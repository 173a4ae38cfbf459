import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../tests/dashboard/support/chromium.js';
import { benchEmail, benchPassword, type Tenant } from '../harness/client.js';
import { type Probe, probe } from './probe.js';

/** A page of a browser without a cache, which is signed in. */
export interface BenchPage {
  page: Page;
  /** Opens an address below the workspace, and waits for nothing. */
  open(path: string): Promise<void>;
  /** Asks the probe. */
  ask<Name extends keyof Probe>(
    name: Name,
    ...values: Parameters<Probe[Name]>
  ): Promise<Awaited<ReturnType<Probe[Name]>>>;
  /** The frames while something is done. */
  framesOf(action: () => Promise<void>): Promise<Frames>;
  /** The requests that have ended since it was last asked. */
  requests(): TransferredRequest[];
  /** Megabytes of objects after a garbage collection. */
  heapMb(): Promise<number>;
  close(): Promise<void>;
}

export interface Frames {
  /** The milliseconds of each frame. */
  times: number[];
  /** The milliseconds of the main thread for each frame. */
  mainMs: number;
}

export interface TransferredRequest {
  url: string;
  /** With headers, as transferred. */
  bytes: number;
}

export interface BenchBrowser {
  /** A browser of a user who has been here before, or not. */
  newPage(): Promise<BenchPage>;
  close(): Promise<void>;
}

/** Starts Chromium for the dashboard of a server. @throws Error where there is no Chromium */
export async function openBrowser(url: string, tenant: Tenant): Promise<BenchBrowser> {
  const browser = await launchChromium();
  return { newPage: () => newPage(browser, url, tenant), close: () => browser.close() };
}

async function newPage(browser: Browser, url: string, { workspaceId }: Tenant): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  context.setDefaultTimeout(60_000);
  const query = 'mutation ($input: LoginInput!) { login(input: $input) { expiresIn } }';
  const login = await context.request.post(`${url}/graphql`, {
    data: { query, variables: { input: { email: benchEmail, password: benchPassword } } },
  });
  if (!login.ok()) throw new Error(`The login was answered with ${login.status()}.`);
  await context.addInitScript(() => localStorage.setItem('workspace-automation-tour', '*'));
  await context.addInitScript({ content: probe });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const requests = await recordRequests(devTools);
  await devTools.send('Performance.enable');
  const ask: BenchPage['ask'] = (name, ...values) =>
    page.evaluate(`probe.${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`);
  return {
    page,
    async open(path) {
      await page.goto(`${url}/app/w/${workspaceId}${path}`, { waitUntil: 'commit' });
    },
    ask,
    async framesOf(action) {
      const before = await taskSeconds(devTools);
      await ask('record');
      await action();
      const times = await ask('frames');
      const mainMs = ((await taskSeconds(devTools)) - before) * 1_000;
      return { times, mainMs: mainMs / times.length };
    },
    requests: () => requests.splice(0),
    async heapMb() {
      await devTools.send('HeapProfiler.collectGarbage');
      return (await devTools.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
    },
    close: () => context.close(),
  };
}

/** Requests are added when they have ended. */
async function recordRequests(devTools: CDPSession): Promise<TransferredRequest[]> {
  const ended: TransferredRequest[] = [];
  const urls = new Map<string, string>();
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    ended.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  await devTools.send('Network.enable');
  return ended;
}

/** How long the main thread was at work since the start. */
async function taskSeconds(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
