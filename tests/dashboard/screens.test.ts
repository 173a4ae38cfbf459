import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { entries, openEntry } from './screens/entries.js';
import { type Sample, seedWorkspace } from './screens/sample-workspace.js';
import { openScreen, screens } from './screens/screens.js';
import { type Dashboard, findBarriers, startDashboard } from './support/dashboard.js';
import { expectGolden } from './support/golden.js';

let dashboard: Dashboard;
let sample: Sample;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  dashboard = await startDashboard({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: mail.url });
  sample = await seedWorkspace(dashboard);
}, 120_000);
afterAll(async () => {
  await dashboard?.stop();
  await mail?.stop();
});

const look = (theme: 'light' | 'dark') => ({
  viewport: { width: 1_280, height: 800 },
  colorScheme: theme,
  reducedMotion: 'reduce' as const,
  timezoneId: 'UTC',
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  let shared: Page;
  beforeAll(async () => {
    shared = await dashboard.open('', look(theme));
  });
  afterAll(() => shared?.context().close());

  test.each(screens)('$name looks as it is kept, without barriers', async (screen) => {
    // The date of a page that stands still does so until its end.
    const page = screen.now ? await dashboard.open('', look(theme)) : shared;
    await openScreen(page, `${dashboard.url}/app/w/${dashboard.demo.workspaceId}`, sample, screen);
    await expectGolden(page, `${screen.name}.${theme}`);
    expect(await findBarriers(page)).toEqual([]);
    if (page !== shared) await page.context().close();
  });

  test.each(entries)('$name looks as it is kept, without barriers', async (entry) => {
    const page = await openEntry(dashboard, entry, look(theme));
    await expectGolden(page, `${entry.name}.${theme}`);
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });
});

test('every page of the dashboard is among them', async () => {
  const router = await readFile('src/dashboard/router.tsx', 'utf8');
  const routes = [...router.matchAll(/screen\('([^']+)'/g)].map(([, path]) => path as string);
  const ids = Object.fromEntries(Object.keys(sample).map((name) => [name, `$${name}`])) as unknown as Sample;
  const executions = ['$completedId', '$failedId', '$waitingId'];
  const shown = screens.map(({ path }) => path(ids).split('?')[0] || '/');
  const paths = shown.map((path) => executions.reduce((before, id) => before.replace(id, '$executionId'), path));
  const flows = paths.map((path) => path.replace('$refundId', '$flowId'));
  expect(routes.filter((route) => !flows.includes(route))).toEqual([]);
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
