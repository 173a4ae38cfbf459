import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const rows = Array.from({ length: 120 }, (_, at) => `Person ${at},p${at}@example.com`);
const csv = Buffer.from(['name,email', ...rows].join('\r\n'));
const picture = PNG.sync.write(new PNG({ width: 40, height: 30 }));

test('files are uploaded, seen, downloaded, released and deleted', async () => {
  const page = await dashboard.open('/files');
  await see(page.getByText('No files', { exact: true }));
  expect(await findBarriers(page)).toEqual([]);
  await page
    .getByLabel('Upload files')
    .and(page.locator('input'))
    .setInputFiles([
      { name: 'people.csv', mimeType: 'text/csv', buffer: csv },
      { name: 'dot.png', mimeType: 'image/png', buffer: picture },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Línea 1\n<b>2</b>') },
      { name: 'any.bin', mimeType: '', buffer: Buffer.from([0, 255]) },
      { name: 'none.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) },
      { name: 'blank.csv', mimeType: 'text/csv', buffer: Buffer.from('\uFEFF\r\n') },
    ]);
  await see(page.getByText('6 files uploaded'));
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) });
  await see(row('people.csv').getByText('Kept'));
  expect(await findBarriers(page)).toEqual([]);

  const open = async (name: string) => {
    await row(name).getByText(name).click();
    return page.getByRole('dialog', { name });
  };
  const table = await open('people.csv');
  await see(table.getByRole('cell', { name: 'p99@example.com' }));
  await see(table.getByText('The first 100 of 120 rows are shown.'));
  expect(await findBarriers(page)).toEqual([]);
  await table.getByRole('button', { name: 'Close' }).last().click();
  const image = (await open('dot.png')).getByRole('img', { name: 'dot.png' });
  await see(image);
  await expect(image.evaluate((shown: { naturalWidth: number }) => shown.naturalWidth)).resolves.toBe(40);
  await page.keyboard.press('Escape');
  const text = await open('notes.txt');
  await see(text.getByText('<b>2</b>'));
  const downloading = page.waitForEvent('download');
  await text.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect([download.suggestedFilename(), await readFile(await download.path(), 'utf8')]).toEqual([
    'notes.txt',
    'Línea 1\n<b>2</b>',
  ]);
  await page.keyboard.press('Escape');
  await see((await open('any.bin')).getByText('This type of file has no preview.'));
  await page.keyboard.press('Escape');
  for (const name of ['none.csv', 'blank.csv']) {
    await see((await open(name)).getByText('This file is empty.'));
    await page.keyboard.press('Escape');
  }

  await row('dot.png').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Do not keep' }).click();
  await seeNoMore(row('dot.png').getByText('Kept'));
  await row('dot.png').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete “dot.png”?' }).getByRole('button', { name: 'Delete' }).click();
  await seeNoMore(row('dot.png'));

  await page.getByRole('searchbox').fill('peop');
  await seeNoMore(row('notes.txt'));
  await see(row('people.csv'));
  await page.context().close();
});

test('a file that is dropped on the list is uploaded', async () => {
  const page = await dashboard.open('/files');
  const zone = page.getByRole('searchbox');
  await see(zone);
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['a'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  })()`);
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await see(page.getByText('Drop the files to upload them'));
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
  await see(page.getByRole('row', { name: /dropped\.txt/ }));
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});

test('a large file is sent in parts, and goes on when the server can be reached again', async () => {
  const page = await dashboard.open('/files');
  await see(page.getByRole('searchbox'));
  let lost = 0;
  await page.route('**/files/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH' || lost === 2) return route.continue();
    lost += 1;
    return route.abort();
  });
  const bytes = Buffer.alloc(40 * 1024 * 1024, 'abcdefg');
  await page
    .getByLabel('Upload files')
    .and(page.locator('input'))
    .setInputFiles([{ name: 'film.mp4', mimeType: 'video/mp4', buffer: bytes }]);
  await see(page.getByText(/film\.mp4: \d+ % uploaded/));
  expect(await findBarriers(page)).toEqual([]);
  await page.getByText('1 file uploaded').waitFor({ timeout: 60_000 });
  await see(page.getByRole('row', { name: /film\.mp4/ }));
  expect(lost).toBe(2);
  await page.context().close();
}, 120_000);
