import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, see, startDashboard } from './support/dashboard.js';
import { bar, contactsOf, isSent, loseAnswer, recordKeys, startImport } from './support/jobs.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const isOld = 'It was interrupted more than a day ago.';

/** Makes the stored jobs of a browser so many hours older. */
const age = (page: Page, hours: number): Promise<void> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('workspace-automation');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('jobs', 'readwrite');
      const jobs = transaction.objectStore('jobs');
      jobs.getAll().onsuccess = ({ target }) => {
        for (const job of target.result) jobs.put({ ...job, savedAt: job.savedAt - ${hours} * 3600000 });
      };
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  })`);

/** Starts an import whose second answer never arrives. */
async function interrupt(company: string): Promise<Page> {
  const page = await dashboard.open('/contacts');
  const { lost } = await loseAnswer(page, 'ContactsImport', 2);
  await startImport(page, company, 2_000);
  await see(page.getByText('500 of 2,000 rows'));
  await lost;
  return page;
}

test('without Web Locks, two tabs work on the same job, and each row is imported once', async () => {
  const page = await dashboard.open('/contacts');
  // As on a page without TLS.
  await page.context().addInitScript(`Object.defineProperty(navigator, 'locks', { value: undefined })`);
  await page.reload();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await see(other.getByRole('heading', { name: 'Contacts' }));
  expect(await other.evaluate('navigator.locks')).toBeUndefined();
  const keys = recordKeys(page.context());
  await startImport(page, 'Unlocked', 3_000);
  await see(page.getByRole('heading', { name: 'The import is complete' }));
  await see(bar(other).getByText('The import is complete'));
  expect(new Set(keys).size).toBe(6);
  expect(await page.getByRole('dialog').locator('dd').allInnerTexts()).toEqual(['3,000', '0', '0', '0']);
  expect(await contactsOf(dashboard, 'Unlocked')).toBe(3_000);
  await page.context().close();
}, 120_000);

describe('an import that was interrupted more than 23 hours ago', () => {
  test('says so, sends nothing by itself, and goes on when the user wants it', async () => {
    const page = await interrupt('Yesterday');
    await page.goto(`${dashboard.url}/app/signin`);
    await age(page, 24);
    const keys = recordKeys(page.context());
    await page.unroute('**/graphql');
    await page.goto(`${dashboard.url}/app/w/${dashboard.demo.workspaceId}/contacts`);
    await see(bar(page).getByText('The import has stopped'));
    await bar(page).getByRole('button', { name: 'Show' }).click();
    await see(page.getByRole('dialog').getByText(isOld));
    expect(keys).toEqual([]);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await see(page.getByRole('heading', { name: 'The import is complete' }));
    expect(await contactsOf(dashboard, 'Yesterday')).toBe(2_000);
    await page.context().close();
  }, 60_000);

  test('says so also if the user had stopped it', async () => {
    const page = await interrupt('Stopped');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await see(page.getByRole('heading', { name: 'The import has stopped' }));
    await page.goto(`${dashboard.url}/app/signin`);
    await age(page, 24);
    await page.goto(`${dashboard.url}/app/w/${dashboard.demo.workspaceId}/contacts`);
    await bar(page).getByRole('button', { name: 'Show' }).click();
    await see(page.getByRole('dialog').getByText(isOld));
    await page.context().close();
  }, 60_000);

  test('is not repeated by a page that was asleep since then', async () => {
    const page = await dashboard.open('/contacts');
    const keys = recordKeys(page.context());
    await page.route('**/graphql', (route) =>
      isSent('ContactsImport')(route.request()) ? route.abort() : route.continue(),
    );
    await startImport(page, 'Asleep', 2_000);
    await see(page.getByText('0 of 2,000 rows'));
    await page.waitForRequest(isSent('ContactsImport'));
    await page.evaluate(`{ const { now } = Date; Date.now = () => now() + 24 * 3600000; }`);
    await see(page.getByRole('dialog').getByText(isOld));
    expect(new Set(keys).size).toBe(1);
    expect(await contactsOf(dashboard, 'Asleep')).toBe(0);
    await page.context().close();
  }, 60_000);
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
