import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.api(
    'mutation ($workspaceId: ID!) { createPipeline(workspaceId: $workspaceId, input: { name: "Sales" }) { id } }',
  );
}, 120_000);
afterAll(() => dashboard?.stop());

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Until the address says this: changes of it are not immediate. @throws Error if it does not */
const reads = (page: Page, expected: Record<string, string>) =>
  page.waitForURL(({ searchParams }) => {
    const names = Object.keys(expected);
    return searchParams.size === names.length && names.every((name) => searchParams.get(name) === expected[name]);
  });

/** A flow with three versions: of one, two and three variables. @returns its path */
async function seedVersions(): Promise<string> {
  const nodes = (count: number) => [
    { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
    ...Array.from({ length: count }, (_, index) => ({
      id: `set${index + 1}`,
      type: 'data.set',
      position: { x: 260 * (index + 1), y: 0 },
      data: { assignments: [{ name: 'count', value: index }] },
    })),
  ];
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name: 'Versioned', nodes: nodes(1), edges: [] } },
  );
  for (const count of [2, 3]) {
    await dashboard.api(
      `mutation ($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
         updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { id } }`,
      { flowId: createFlow.id, input: { nodes: nodes(count), expectedVersion: count - 1 } },
    );
  }
  return `/flows/${createFlow.id}`;
}

describe('the address of a flow', () => {
  test('opens the comparison of two versions, and going back returns to it', async () => {
    const path = await seedVersions();
    const page = await dashboard.open(`${path}?version=3&against=1`);
    const comparison = page.getByRole('region', { name: 'Comparison of versions' });
    await see(comparison.getByText('set3'));
    await see(comparison.getByText('set2'));
    await comparison.getByLabel('compared with').selectOption('2');
    await seeNoMore(comparison.getByText('set2'));
    await reads(page, { version: '3', against: '2' });
    await page.getByRole('button', { name: 'v2' }).click();
    await reads(page, { version: '2' });
    await see(comparison.getByText('set2'));
    await page.goBack();
    await reads(page, { version: '3', against: '2' });
    await page.goBack();
    await see(comparison.getByText('set2'));
    await page.goForward();
    await seeNoMore(comparison.getByText('set2'));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('complementary', { name: 'Versions' }).getByRole('button', { name: 'Close' }).click();
    await seeNoMore(comparison);
    await reads(page, {});
    await page.context().close();
  });

  test('says so when it names a version that does not exist', async () => {
    const page = await dashboard.open(`${await seedVersions()}?version=9&against=1`);
    await see(page.getByText('One of these versions does not exist. Choose one from the list.'));
    await page.context().close();
  });
});

describe('filters', () => {
  const lists = [
    { path: '/flows', label: 'Active', value: 'paused', name: 'status' },
    { path: '/executions', label: 'Status', value: 'failed', name: 'status' },
    { path: '/contacts', label: 'Status', value: 'customer', name: 'status' },
    { path: '/inbox', label: 'Channel', value: 'email', name: 'channel' },
    { path: '/campaigns', label: 'Status', value: 'sent', name: 'status' },
    { path: '/pipeline', label: 'Status', value: 'won', name: 'status' },
    { path: '/analytics', label: 'Period', value: '7d', name: 'period' },
    { path: '/audit', label: 'Outcome', value: 'refused', name: 'outcome' },
  ];
  test.each(lists)(
    'of $path stand in the address, and going back undoes them',
    async ({ path, label, value, name }) => {
      const page = await dashboard.open(path);
      const select = page.getByRole('main').getByLabel(label, { exact: true }).first();
      const before = await select.inputValue();
      await select.selectOption(value);
      await reads(page, { [name]: value });
      await page.reload();
      await see(select);
      expect(await select.inputValue()).toBe(value);
      await page.goBack();
      await reads(page, {});
      expect(await select.inputValue()).toBe(before);
      await page.goForward();
      await reads(page, { [name]: value });
      await page.context().close();
    },
  );

  test.each(['/flows', '/vault', '/members', '/sequences', '/templates', '/audit'])(
    'of %s include what is searched for, which is one step back however long it is',
    async (path) => {
      const page = await dashboard.open(path);
      await page.getByRole('main').getByRole('searchbox').first().fill('no such thing');
      await reads(page, { q: 'no such thing' });
      await page.reload();
      await see(page.getByRole('main').getByRole('searchbox').first());
      expect(await page.getByRole('main').getByRole('searchbox').first().inputValue()).toBe('no such thing');
      await page.context().close();
    },
  );

  test('that are none are left out', async () => {
    const page = await dashboard.open('/executions?status=nonsense&version=-2&q=%20&period=1y');
    await see(page.getByLabel('Status'));
    expect(await page.getByLabel('Status').inputValue()).toBe('');
    await page.getByLabel('Status').selectOption('completed');
    await page.waitForURL(({ searchParams }) => searchParams.get('status') === 'completed');
    expect(searchOf(page).period).toBe('1y');
    await page.context().close();
  });

  test('keep the order of a list, too', async () => {
    const page = await dashboard.open('/flows');
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await reads(page, { sort: 'name.asc' });
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await reads(page, { sort: 'name.desc' });
    await page.goBack();
    await reads(page, { sort: 'name.asc' });
    await page.context().close();
  });
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
