import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { moveOldest } from '../../../../src/contexts/automation/executions/store/values/move-values.js';
import {
  createFileStore,
  type FileStore,
  fileStore,
} from '../../../../src/contexts/automation/files/store/file-store.js';
import { firstIdAt } from '../../../../src/platform/new-id.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, readExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;
let url: string;
let inFolder: FileStore;
const posted: string[] = [];
/** With characters of several bytes, over the size that the API shows in full. */
const download = 'größe\n'.repeat(300_000);

const target = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') posted.push(Buffer.concat(chunks).toString());
    response.setHeader('content-type', 'text/plain');
    if (request.url === '/download') response.end(download);
    else response.end(request.url?.startsWith('/page') ? request.url + download.slice(0, 100_000) : 'ok');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  app = await startTestApp();
  owner = await app.seed.owner();
  worker = await startTestWorker(app);
  const { db, settings } = app.services;
  // The server reads bytes wherever their row says that they are.
  inFolder = createFileStore(db, { ...settings.files, place: 'folder' });
});
afterAll(async () => {
  await worker.stop();
  await app.stop();
  target.closeAllConnections();
  target.close();
});

const sql = () => app.services.db.pool;
const inAnHour = () => firstIdAt(Date.now() + 3_600_000);

async function moveAll(files: Pick<FileStore, 'save'> = inFolder): Promise<void> {
  while ((await moveOldest(app.services.db, files, inAnHour())) > 0);
}

/** Where the values of an execution are, and when the bytes of those that were moved are deleted. */
async function placesOf(executionId: string) {
  const { rows } = await sql().query<{ place: string | null; isDue: boolean | null; hasText: boolean }>(
    `select f.place, f.due_at is not null as "isDue", b.content is not null as "hasText" from blob_uses u
     join blobs b on b.workspace_id = u.workspace_id and b.id = u.blob_id
     left join file_bytes f on f.workspace_id = b.workspace_id and f.file_id = b.bytes_id
     where u.execution_id = $1`,
    [executionId],
  );
  return rows;
}

/** An execution that has downloaded a text and waits for an approval, after which it sends the text on. */
async function waiting() {
  const flow = await app.seed.flow(
    owner,
    graph(
      [
        node('start', 'trigger.manual'),
        node('download', 'http.request', { method: 'GET', url: `${url}/download` }),
        node('wait', 'wait.approval', { message: 'Go on?' }),
        node('send', 'http.request', { method: 'POST', url: `${url}/send`, body: '{{steps.download.body}}' }),
      ],
      'start>download',
      'download>wait',
      'wait>send',
    ),
  );
  const id = await trigger(app, owner, flow.id, {});
  const { steps } = await reached(app, owner, id, (seen) => seen.phase === 'waiting');
  return { id, stepId: steps.findLast(({ nodeId }) => nodeId === 'wait')?.id as string };
}

async function approve({ id, stepId }: { id: string; stepId: string }): Promise<void> {
  const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${stepId}`;
  expect((await app.rest(path, { as: owner.token, body: { decision: 'approved' } })).status).toBe(200);
}

test('an execution goes on with values that were moved, which the API shows as before', async () => {
  const run = await waiting();
  const before = await readExecution(app, owner, run.id);
  await moveAll();
  expect(await placesOf(run.id)).toEqual([{ place: 'folder', isDue: false, hasText: false }]);
  expect(await readExecution(app, owner, run.id)).toEqual(before);
  // Another worker has nothing of it in memory.
  await worker.stop();
  worker = await startTestWorker(app);
  posted.length = 0;
  await approve(run);
  expect(await reached(app, owner, run.id)).toMatchObject({ status: 'completed' });
  expect(posted.map((body) => body === download)).toEqual([true]);
});

test('trigger data that was moved is shown in full, and an execution that is run again has it', async () => {
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  const text = download.slice(0, 100_000);
  const id = await trigger(app, owner, flow.id, { triggerData: { text } });
  await reached(app, owner, id);
  await moveAll();
  expect(await readExecution(app, owner, id)).toMatchObject({ triggerData: { text } });
  const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/retry`;
  const again = await app.rest(path, { as: owner.token, body: { from: 'start' } });
  expect(again.status).toBe(202);
  expect(await reached(app, owner, (again.body.data as { executionId: string }).executionId)).toMatchObject({
    triggerData: { text },
  });
});

test('the moved values of a page of steps are found in one statement, and read a few at a time', async () => {
  const calls = Array.from({ length: 20 }, (_, index) => `page${index}`);
  const flow = await app.seed.flow(
    owner,
    graph(
      [
        node('start', 'trigger.manual'),
        ...calls.map((id) => node(id, 'http.request', { method: 'GET', url: `${url}/${id}` })),
      ],
      ...['start', ...calls.slice(0, -1)].map((from, index) => `${from}>${calls[index]}`),
    ),
  );
  const id = await trigger(app, owner, flow.id, {});
  await reached(app, owner, id);
  await moveAll();
  const statementsOf = recordStatements(app);
  const store = app.services.get(fileStore);
  const { readAt } = store;
  let [reads, open, most] = [0, 0, 0];
  store.readAt = async (...args) => {
    reads += 1;
    open += 1;
    most = Math.max(most, open);
    const stream = await readAt(...args);
    return stream.once('close', () => {
      open -= 1;
    });
  };
  const statements = await statementsOf(() => readExecution(app, owner, id));
  expect(statements.filter((label) => label.endsWith('_bytes'))).toEqual(['places_of_bytes']);
  store.readAt = readAt;
  expect(reads).toBe(20);
  expect(most).toBeLessThanOrEqual(8);
});

test('a value that is deleted with its executions releases its bytes', async () => {
  const { id } = await waiting();
  await moveAll();
  const { rows } = await sql().query<{ bytesId: string }>(
    `select b.bytes_id as "bytesId" from blob_uses u join blobs b on b.id = u.blob_id where u.execution_id = $1`,
    [id],
  );
  await sql().query('delete from blob_uses where execution_id = $1', [id]);
  await sql().query('delete from blobs where bytes_id = $1', [rows[0]?.bytesId]);
  const due = await sql().query('select due_at from file_bytes where file_id = $1 and due_at <= now()', [
    rows[0]?.bytesId,
  ]);
  expect(due.rowCount).toBe(1);
});

test('bytes of a value that is deleted while it is moved are released, and a move that breaks leaves the value', async () => {
  const [deleted, kept] = [await waiting(), await waiting()];
  let saves = 0;
  const breaking: Pick<FileStore, 'save'> = {
    async save(...args) {
      saves += 1;
      if (saves === 2) throw new Error('The storage does not answer.');
      const saved = await inFolder.save(...args);
      await sql().query('delete from blob_uses where execution_id = $1', [deleted.id]);
      await sql().query(
        'delete from blobs b where not exists (select from blob_uses u where u.blob_id = b.id) and bytes_id is null',
      );
      return saved;
    },
  };
  await expect(moveAll(breaking)).rejects.toThrow('does not answer');
  expect(await placesOf(kept.id)).toEqual([{ place: null, isDue: false, hasText: true }]);
  const unclaimed = await sql().query(
    'select from file_bytes f where due_at is null and not exists (select from blobs b where b.bytes_id = f.file_id)',
  );
  expect(unclaimed.rowCount).toBe(0);
  await moveAll();
  expect(await placesOf(kept.id)).toEqual([{ place: 'folder', isDue: false, hasText: false }]);
});
