import type { Page, Request } from 'playwright-core';
import type { Dashboard } from './dashboard.js';

/** Rows without an address: one that is imported twice is there twice. */
const rowsOf = (company: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Person ${index};${company}`);

/** Imports so many people of a company on the page of contacts. */
export async function startImport(page: Page, company: string, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  await page
    .getByLabel('Choose a CSV file')
    .and(page.locator('input'))
    .setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Full name;Company', ...rowsOf(company, count)].join('\n')),
    });
  await page.getByRole('button', { name: `Import ${count.toLocaleString('en')} rows` }).click();
}

/** The number of contacts of a company. */
export async function contactsOf(dashboard: Dashboard, company: string): Promise<number> {
  const { workspace } = await dashboard.api<{ workspace: { contacts: { pagination: { total: number } } } }>(
    `query ($workspaceId: ID!, $company: String) {
       workspace(id: $workspaceId) { contacts(company: $company) { pagination { total } } } }`,
    { company },
  );
  return workspace.contacts.pagination.total;
}

/** Whether a request is of this operation. */
export const isSent = (operation: string) => (request: Request) => (request.postData() ?? '').includes(operation);

/** The jobs that are shown on every screen. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Work in progress' });
