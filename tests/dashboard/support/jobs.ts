import type { BrowserContext, Page, Request } from 'playwright-core';
import type { Dashboard } from './dashboard.js';

/** Rows without an address: one that is imported twice is there twice. */
const rowsOf = (company: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Person ${index};${company}`);

async function chooseFile(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  await page
    .getByLabel('Choose a CSV file')
    .and(page.locator('input'))
    .setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Full name;Company', ...rows].join('\n')),
    });
}

/** Imports so many people of a company on the page of contacts. */
export async function startImport(page: Page, company: string, count: number): Promise<void> {
  await chooseFile(page, rowsOf(company, count));
  await page.getByRole('button', { name: `Import ${count.toLocaleString('en')} rows` }).click();
}

/** The number of contacts of a company. */
export async function contactsOf(dashboard: Dashboard, company: string): Promise<number> {
  const { workspace } = await dashboard.api<{ workspace: { contacts: { pagination: { total: number } } } }>(
    `query ($workspaceId: ID!, $company: String) {
       workspace(id: $workspaceId) { contacts(search: $company) { pagination { total } } } }`,
    { company },
  );
  return workspace.contacts.pagination.total;
}

/** Whether a request is of this operation. */
export const isSent = (operation: string) => (request: Request) => (request.postData() ?? '').includes(operation);

/** Lets the server carry out the request with this number, and keeps its answer and all later ones from the page. */
export async function loseAnswer(page: Page, operation: string, number: number): Promise<{ lost: Promise<void> }> {
  let count = 0;
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (isSent(operation)(route.request())) count += 1;
    if (!isSent(operation)(route.request()) || count < number) return route.continue();
    if (count > number) return;
    await route.fetch();
    resolve();
  });
  return { lost };
}

/** The number of rows that the browser has stored of jobs. */
export const storedJobs = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('workspace-automation');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const names = [...opening.result.objectStoreNames];
      if (names.length === 0) return resolve(0);
      const transaction = opening.result.transaction(names);
      const counts = names.map((name) => transaction.objectStore(name).count());
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(counts.reduce((sum, { result }) => sum + result, 0));
      };
    };
  })`);

/** The jobs that are shown on every screen. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Work in progress' });

/** The keys of all pieces that the pages of a browser send. */
export function recordKeys(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (isSent('ContactsImport')(request)) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}
