import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, type PageOptions, see, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const form = {
  title: 'Apply for a place',
  description: 'It takes two minutes.',
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'email', label: 'Email', type: 'email', required: true, help: 'We send the answer there.' },
    { name: 'phone', label: 'Phone', type: 'phone' },
    { name: 'course', label: 'Course', type: 'select', options: ['Morning', 'Evening'] },
    { name: 'level', label: 'Level', type: 'radio', options: ['New', 'Advanced'], required: true },
    { name: 'interests', label: 'Interests', type: 'checkbox', options: ['Theory', 'Practice'], page: 2 },
    { name: 'start', label: 'Start', type: 'date', page: 2 },
    { name: 'note', label: 'Note', type: 'textarea', page: 2 },
    { name: 'cv', label: 'CV', type: 'file', page: 2 },
    { name: 'agreed', label: 'I agree to the terms', type: 'checkbox', required: true, page: 2 },
  ],
  thankYou: 'Welcome!',
};

interface Made {
  id: string;
  triggers: { formUrl: string }[];
}

/** A flow that starts by a form. */
async function makeFlow(data: object): Promise<Made> {
  const { createFlow } = await dashboard.api<{ createFlow: Made }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id triggers { formUrl } } }',
    {
      input: {
        name: 'Applications',
        nodes: [{ id: 'form', type: 'trigger.form', position: { x: 0, y: 0 }, data }],
        edges: [],
      },
    },
  );
  await dashboard.api(
    'mutation ($workspaceId: ID!, $flowId: ID!) { updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: { isActive: true }) { id } }',
    { flowId: createFlow.id },
  );
  return createFlow;
}

async function openForm(data: object, options: PageOptions = {}) {
  const { id, triggers } = await makeFlow(data);
  const page = await dashboard.visit('', options);
  await page.goto(triggers[0]?.formUrl ?? '');
  return { page, flowId: id };
}

describe('a form that strangers fill', () => {
  test.each([
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
    ['on a phone', { viewport: { width: 375, height: 700 } }],
  ])('is sent %s, and starts the flow', async (_, options) => {
    const { page, flowId } = await openForm(form, options);
    await page.getByLabel('Name').fill('Ana');
    await page.getByLabel('Email').fill('ana@example.com');
    await page.getByLabel('Course').selectOption('Evening');
    await page.getByLabel('Advanced').check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Practice').check();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe('ana@example.com');
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByLabel('Practice').isChecked()).toBe(true);
    await page.getByLabel('CV').setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Life') });
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await see(page.getByText('Welcome!'));
    const { workspace } = await dashboard.api<{ workspace: { executions: { items: { triggerData: unknown }[] } } }>(
      'query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { executions(flowId: $flowId) { items { triggerData } } } }',
      { flowId },
    );
    expect(workspace.executions.items).toMatchObject([
      {
        triggerData: {
          fields: {
            name: 'Ana',
            course: 'Evening',
            level: 'Advanced',
            interests: ['Practice'],
            agreed: true,
            cv: { $file: { name: 'cv.txt' } },
          },
        },
      },
    ]);
  });

  test.each(['light', 'dark'] as const)(
    'has no barriers, in %s, with errors and on every page',
    async (colorScheme) => {
      const { page } = await openForm(form, { colorScheme });
      expect(await findBarriers(page)).toEqual([]);
      // What a browser refuses to send reaches the server from other programs.
      await page.locator('form').evaluate((one) => one.setAttribute('novalidate', ''));
      await page.getByLabel('Email').fill('ana');
      await page.getByRole('button', { name: 'Next' }).click();
      await see(page.getByRole('alert'));
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Level' }).click();
      await page.getByLabel('Name').fill('Ana');
      await page.getByLabel('Email').fill('ana@example.com');
      await page.getByLabel('New').check();
      await page.getByRole('button', { name: 'Next' }).click();
      await see(page.getByText('Page 2 of 2'));
      expect(await findBarriers(page)).toEqual([]);
      await page.getByLabel('I agree').check();
      await page.getByRole('button', { name: 'Send' }).click();
      await see(page.getByText('Welcome!'));
      expect(await findBarriers(page)).toEqual([]);
      expect(dashboard.faults).toEqual([]);
    },
  );

  test('speaks Spanish where the browser does', async () => {
    const { page } = await openForm(form, { locale: 'es-ES' });
    await see(page.getByRole('button', { name: 'Siguiente' }));
    await see(page.getByText('Página 1 de 2'));
  });
});

/** A page of another server. */
async function serve(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('a page embeds the form as high as it is, by one script', async () => {
  const { triggers } = await makeFlow({ ...form, embedOrigins: ['*'] });
  const address = triggers[0]?.formUrl ?? '';
  const other = await serve(
    `<!doctype html><body><script src="${dashboard.url}/forms/embed.js" data-form="${address}" data-title="Apply"></script>`,
  );
  const page = await dashboard.visit();
  await page.goto(other.url);
  const frame = page.frameLocator('iframe[title="Apply"]');
  await see(frame.getByLabel('Name'));
  await page.waitForFunction('document.querySelector("iframe")?.clientHeight > 500');
  await page.context().close();
  other.close();
});

test('the editor shows the address of a form, and leads to it', async () => {
  const { id } = await makeFlow(form);
  const page = await dashboard.open(`/flows/${id}`);
  await page.locator('.react-flow__node[data-id="form"]').click();
  const link = page.getByRole('link', { name: 'Open the form' });
  await see(link);
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await see(opened.getByRole('heading', { name: 'Apply for a place' }));
});
