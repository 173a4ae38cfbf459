import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { encryptedColumns } from '../../../../src/app/collect-modules.js';
import { deleteOldExecutions } from '../../../../src/contexts/automation/executions/store/retention/delete-old-executions.js';
import { rotateDataKeys } from '../../../../src/platform/vault/index.js';
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
/** Bodies that were posted, by path. */
const posted = new Map<string, Buffer[]>();

/** Text of a size with line breaks, quotes and characters of several bytes. */
const textOf = (bytes: number) => `"größe"\n`.repeat(Math.ceil(bytes / 10)).slice(0, bytes);
const download = textOf(2_000_000);

/** Compared in place of long texts, for a readable failure. */
const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

const target = createServer((request, response) => {
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://target');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') posted.set(path, [...(posted.get(path) ?? []), Buffer.concat(chunks)]);
    response.setHeader('content-type', 'text/plain');
    if (path === '/echo') response.end(`${Buffer.concat(chunks)} ${'.'.repeat(200_000)}`);
    else if (path === '/once' && posted.get(path)?.length === 2) response.writeHead(500).end();
    else if (path === '/size') response.end('x'.repeat(Number(searchParams.get('bytes'))));
    else response.end(path === '/download' ? download : 'ok');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  app = await startTestApp();
  owner = await app.seed.owner();
  worker = await startTestWorker(app);
});
afterAll(async () => {
  await worker.stop();
  await app.stop();
  target.closeAllConnections();
  target.close();
});

type Node = ReturnType<typeof node>;
const get = (id: string, path: string) => node(id, 'http.request', { method: 'GET', url: url + path });
const post = (id: string, body: unknown) => node(id, 'http.request', { method: 'POST', url: `${url}/${id}`, body });
const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const transform = (id: string, expression: string) => node(id, 'data.transform', { expression });
const wait = node('wait', 'wait.approval', { message: 'Go on?' });

/** Creates a flow. Edges into a loop's `next` are written `>>`. */
async function flow(nodes: Node[], ...edges: string[]): Promise<string> {
  const content = graph([node('start', 'trigger.manual'), ...nodes], ...edges.map((text) => text.replace('>>', '>')));
  const wired = content.edges.map((edge, at) => (edges[at]?.includes('>>') ? { ...edge, targetHandle: 'next' } : edge));
  return (await app.seed.flow(owner, { ...content, edges: wired })).id;
}

async function run(nodes: Node[], edges: string[], body: object = {}) {
  const id = await trigger(app, owner, await flow(nodes, ...edges), body);
  return { ...(await reached(app, owner, id)), id };
}

/** The ID of the step that waits for an approval, once the execution has left its worker. */
async function waiting(id: string): Promise<string> {
  const isWaiting = ({ nodeId, status }: { nodeId: string; status: string }) =>
    nodeId === 'wait' && status === 'waiting';
  const { steps } = await reached(app, owner, id, (seen) => seen.phase === 'waiting' && seen.steps.some(isWaiting));
  return steps.findLast(isWaiting)?.id as string;
}

async function approve(id: string): Promise<void> {
  const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${await waiting(id)}`;
  expect((await app.rest(path, { as: owner.token, body: { decision: 'approved' } })).status).toBe(200);
}

/** Lets another worker continue an execution that waits for an approval. */
async function handOver(id: string): Promise<void> {
  await waiting(id);
  await worker.stop();
  worker = await startTestWorker(app);
  await approve(id);
}

const sql = () => app.services.db.pool;

async function rowsOf(executionId: string): Promise<string> {
  const text = `select (select string_agg(s::text, '') from execution_steps s where execution_id = $1) || e::text as text
    from executions e where id = $1`;
  return (await sql().query(text, [executionId])).rows[0].text;
}

async function blobsOf(executionId: string) {
  const text = `select b.* from blob_uses u join blobs b using (workspace_id) where u.blob_id = b.id and execution_id = $1`;
  return (await sql().query(text, [executionId])).rows;
}

const stepOf = (seen: { steps: { nodeId: string }[] }, id: string) =>
  seen.steps.find(({ nodeId }) => nodeId === id) as unknown as Record<string, unknown> & { truncated: boolean };

describe('a large value', () => {
  test('is passed on whole by the worker that read it, and by one that continues', async () => {
    const nodes = [
      get('get', '/download'),
      post('first', '{{steps.get.body}}'),
      wait,
      post('later', '{{steps.get.body}}'),
    ];
    const id = await trigger(
      app,
      owner,
      await flow(nodes, 'start>get', 'get:out>first', 'first:out>wait', 'wait:approved>later'),
    );
    await handOver(id);
    const seen = await reached(app, owner, id);
    expect(seen.status).toBe('completed');
    for (const path of ['/first', '/later']) expect(posted.get(path)?.map(digest)).toEqual([digest(download)]);
    expect(stepOf(seen, 'get')).toMatchObject({
      truncated: true,
      output: { truncated: true, bytes: expect.any(Number), preview: expect.stringContaining('gr\u00f6\u00dfe') },
    });
  });

  test('stays out of the rows of executions and steps', async () => {
    const seen = await run(
      [get('get', '/size?bytes=900000'), set('kept', '{{size(steps.get.body)}}')],
      ['start>get', 'get:out>kept'],
    );
    expect(seen.output).toEqual({ kept: 900_000 });
    expect((await rowsOf(seen.id)).length).toBeLessThan(10_000);
    expect(stepOf(seen, 'get')).toMatchObject({ truncated: false, output: { body: 'x'.repeat(900_000) } });
  });

  test('of more than 10 MiB fails the step that reads it, and no other', async () => {
    const nodes = [
      node('loop', 'logic.loop', { items: Array.from({ length: 13 }, (_, index) => index) }),
      get('page', '/size?bytes=1000000'),
      post('others', 'done'),
      post('unread', '{{steps.loop.items.size()}}'),
    ];
    const edges = ['start>loop', 'loop:item>page', 'page:out>>loop', 'loop:done>others', 'others:out>unread'];
    const seen = await run(nodes, edges);
    expect(seen).toMatchObject({ status: 'failed', error: { code: 'VALUE_TOO_LARGE', nodeId: 'unread' } });
    expect(seen.error?.message).toContain('The output of the node loop has 13,004,381 bytes');
    expect(stepOf(seen, 'loop')).toMatchObject({ status: 'completed', truncated: true });
    expect(posted.get('/others')?.map(String)).toEqual(['done']);
    expect(posted.has('/unread')).toBe(false);
  });

  test('is never mistaken for data of the same form', async () => {
    const triggerData = { $blob: { id: uuidv7(), size: 3 } };
    const looks = node('looks', 'data.transform', { expression: 'triggerData' });
    const seen = await run([set('kept', '{{triggerData}}'), looks], ['start>looks', 'looks:out>kept'], { triggerData });
    expect(seen).toMatchObject({ status: 'completed', triggerData, output: { kept: triggerData } });
    expect(stepOf(seen, 'looks')).toMatchObject({ output: triggerData });
    expect(stepOf(seen, 'start')).toMatchObject({ input: triggerData, output: triggerData });
  });

  test('of another workspace is not read, whatever a row refers to', async () => {
    const [blob] = await blobsOf((await run([get('get', '/size?bytes=100000')], ['start>get'])).id);
    const other = await app.seed.owner();
    const id = (await app.seed.flow(other, graph([node('start', 'trigger.manual')]))).id;
    const foreign = await trigger(app, other, id);
    await reached(app, other, foreign);
    const reference = { $blob: { id: blob.id, size: blob.size } };
    await sql().query('update executions set output = $2 where id = $1', [foreign, JSON.stringify(reference)]);
    expect((await readExecution(app, other, foreign)).output).toBeNull();
    expect((await app.services.db.within(other.workspaceId).query('select from blobs')).rows).toEqual([]);
  });
});

describe('trigger data', () => {
  test('of several MiB is read by steps, and retried', async () => {
    const triggerData = {
      rows: Array.from({ length: 9_000 }, (_, id) => ({ id, name: `name ${id} ${'.'.repeat(60)}` })),
    };
    const flowId = await flow([wait, set('last', '{{triggerData.rows[8999].id}}')], 'start>wait', 'wait:approved>last');
    const id = await trigger(app, owner, flowId, { triggerData });
    await handOver(id);
    const seen = await reached(app, owner, id);
    expect(seen).toMatchObject({ output: { last: 8_999 }, triggerData });
    expect((await rowsOf(id)).length).toBeLessThan(10_000);
    const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/retry`, {
      as: owner.token,
      body: { from: 'start' },
    });
    const { executionId } = answer.body.data as { executionId: string };
    await removeOld(id);
    await approve(executionId);
    expect((await reached(app, owner, executionId)).output).toEqual({ last: 8_999 });
  });
});

/** Deletes one execution as if it had ended long ago, with what is not used any more. */
async function removeOld(id: string): Promise<void> {
  const { rows } = await sql().query(`select finished_at from executions where id = $1`, [id]);
  await sql().query(`update executions set finished_at = '2020-01-01' where id = $1`, [id]);
  const before = new Date(Date.parse(rows[0].finished_at) - 1);
  await deleteOldExecutions({ sql: sql(), before, rests: 0 });
  expect((await sql().query('select 1 from executions where id = $1', [id])).rows).toEqual([]);
}

describe('a loop', () => {
  test('keeps 600 results of 2 KB', async () => {
    const items = Array.from({ length: 600 }, (_, index) => index);
    const nodes = [
      node('loop', 'logic.loop', { items }),
      set('made', `{{string(loop.item) + ":${'x'.repeat(2_000)}"}}`),
      post('results', '{{steps.loop}}'),
    ];
    const seen = await run(nodes, ['start>loop', 'loop:item>made', 'made>>loop', 'loop:done>results']);
    expect(seen.status).toBe('completed');
    const results = JSON.parse(String(posted.get('/results')?.[0])).items as { made: string }[];
    expect(results.map(({ made }) => made.split(':')[0])).toEqual(items.map(String));
    expect(results[599]?.made).toHaveLength(2_004);
  });

  test('over more than 1 MiB of items is continued by another worker', async () => {
    const nodes = [
      get('get', '/download'),
      node('loop', 'logic.loop', { items: '{{[steps.get.body, "b", "c"]}}' }),
      wait,
      transform('count', 'steps.loop.items.size()'),
    ];
    const edges = ['start>get', 'get:out>loop', 'loop:item>wait', 'wait:approved>>loop', 'loop:done>count'];
    const id = await trigger(app, owner, await flow(nodes, ...edges));
    await handOver(id);
    for (const index of ['1', '2']) {
      await reached(app, owner, id, ({ steps }) =>
        steps.some((step) => step.iteration === index && step.status === 'waiting'),
      );
      await approve(id);
    }
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: 3 });
  });
});

describe('a failed loop over large items', () => {
  test('continues with the item that failed when the execution is retried', async () => {
    const nodes = [
      get('get', '/download'),
      node('loop', 'logic.loop', { items: '{{[steps.get.body, "b", "c"]}}' }),
      node('once', 'http.request', { method: 'POST', url: `${url}/once`, body: '{{loop.item}}' }),
      transform('count', 'steps.loop.items.size()'),
    ];
    const edges = ['start>get', 'get:out>loop', 'loop:item>once', 'once:out>>loop', 'loop:done>count'];
    const { id, error } = await run(nodes, edges);
    expect(error).toMatchObject({ code: 'HTTP_STATUS', nodeId: 'once' });
    const retry = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/retry`;
    const { executionId } = (await app.rest(retry, { as: owner.token, body: {} })).body.data as { executionId: string };
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed', output: 3 });
    expect(posted.get('/once')?.map(digest)).toEqual([download, 'b', 'b', 'c'].map(digest));
  });
});

describe('branches with large outputs', () => {
  test('are merged without copies, and read together', async () => {
    const nodes = [
      get('a', '/size?bytes=300000'),
      get('b', '/size?bytes=400000'),
      node('both', 'logic.merge'),
      wait,
      post('sizes', '{{steps.both.inputs.a.body.size()}} {{steps.both.inputs["b"].body.size()}}'),
    ];
    const id = await trigger(
      app,
      owner,
      await flow(nodes, 'start>a', 'start>b', 'a:out>both', 'b:out>both', 'both>wait', 'wait:approved>sizes'),
    );
    await handOver(id);
    const seen = await reached(app, owner, id);
    expect(posted.get('/sizes')?.map(String)).toEqual(['300000 400000']);
    expect(stepOf(seen, 'both')).toMatchObject({
      truncated: false,
      output: { inputs: { a: { body: 'x'.repeat(300_000) }, b: { status: 200 } } },
    });
    const sizes = (await blobsOf(id)).map(({ size }) => size);
    expect(sizes.filter((size) => size > 1_000)).toHaveLength(2);
  });

  test('that exceed the size limit of an answer together are not read', async () => {
    const nodes = [
      node('loop', 'logic.loop', { items: Array.from({ length: 38 }, (_, index) => index) }),
      get('page', '/size?bytes=900000'),
    ];
    const { id } = await run(nodes, ['start>loop', 'loop:item>page', 'page:out>>loop'], {});
    const steps = `{ workspace(id: "${owner.workspaceId}") { execution(id: "${id}") { steps: allSteps { output } } } }`;
    const { errors } = await app.graphql(steps, {}, owner.token);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'ANSWER_TOO_LARGE' });
    const small = steps.replace('steps: allSteps { output }', 'output allSteps { id }');
    expect((await app.graphql(small, {}, owner.token)).errors).toBeUndefined();
  });

  test('are shown with one more statement, however many there are', async () => {
    const nodes = Array.from({ length: 6 }, (_, index) => get(`n${index}`, '/size?bytes=100000'));
    const { id, output } = await run(
      nodes,
      nodes.map((one) => `start>${one.id}`),
    );
    expect(Object.keys(output as object)).toHaveLength(6);
    const record = recordStatements(app);
    const steps = `{ workspace(id: "${owner.workspaceId}") { execution(id: "${id}") { steps: allSteps { output } } } }`;
    await app.graphql(steps, {}, owner.token);
    const sent = await record(() => app.graphql(steps, {}, owner.token));
    expect(sent.filter((label) => /execution|blobs/.test(label))).toEqual(['find_execution', 'show_blobs']);
  });
});

describe('a called flow', () => {
  test('receives a large input and returns a large output, which stays after the called execution is deleted', async () => {
    const called = await flow(
      [get('more', '/size?bytes=200000'), set('sum', '{{triggerData.text + steps.more.body}}')],
      'start>more',
      'more:out>sum',
    );
    const nodes = [
      get('get', '/size?bytes=150000'),
      node('call', 'flow.call', { flowId: called, input: { text: '{{steps.get.body}}' } }),
      wait,
      set('size', '{{size(steps.call.sum)}}'),
    ];
    const id = await trigger(
      app,
      owner,
      await flow(nodes, 'start>get', 'get:out>call', 'call:out>wait', 'wait:approved>size'),
    );
    await waiting(id);
    const { rows } = await sql().query('select id from executions where parent_execution_id = $1', [id]);
    await removeOld(rows[0].id);
    await handOver(id);
    expect((await reached(app, owner, id)).output).toEqual({ size: 350_000 });
  });
});

describe('a large value with secrets', () => {
  test('is redacted where it can be read, encrypted beside it, and whole for the steps after', async () => {
    const secret = 'a-secret-that-nobody-may-read';
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'token', value: secret, allowedHosts: ['127.0.0.1'] },
    });
    const nodes = [
      node('echo', 'http.request', { method: 'POST', url: `${url}/echo`, body: '{{boveda.token}}' }),
      get('plain', '/size?bytes=70000'),
      node('both', 'logic.merge'),
      wait,
      post('secret', '{{steps.both.inputs.echo.body}}'),
    ];
    const id = await trigger(
      app,
      owner,
      await flow(
        nodes,
        'start>echo',
        'start>plain',
        'echo:out>both',
        'plain:out>both',
        'both>wait',
        'wait:approved>secret',
      ),
    );
    await waiting(id);
    const readKeys = async () => [{ id: 'k1', key: Buffer.alloc(32, 7) }];
    const { damaged } = await rotateDataKeys({ pool: sql(), readKeys, columns: encryptedColumns, graceMs: 0 });
    expect(damaged).toEqual([]);
    await handOver(id);
    const seen = await reached(app, owner, id);
    expect(seen.status).toBe('completed');
    expect(posted.get('/secret')?.map(String)).toEqual([`${secret} ${'.'.repeat(200_000)}`]);
    const stored = await blobsOf(id);
    expect(stored.filter(({ encrypted }) => encrypted)).toHaveLength(2);
    const readable = (await rowsOf(id)) + JSON.stringify(seen) + stored.map(({ content }) => content).join('');
    for (const form of [secret, Buffer.from(secret).toString('base64')]) expect(readable).not.toContain(form);
    expect(stepOf(seen, 'both')).toMatchObject({
      output: { inputs: { echo: { body: expect.stringMatching(/^\S*•••• *\S* \.+/) } } },
    });
  });
});

describe('retention', () => {
  test('deletes blobs with the last execution that uses them', async () => {
    const seen = await run([get('get', '/size?bytes=100000')], ['start>get']);
    const [blob] = await blobsOf(seen.id);
    // Left by a start that was not accepted.
    const orphan = uuidv7({ msecs: Date.now() - 60_000 });
    await sql().query('insert into blob_uses (workspace_id, execution_id, blob_id) values ($1, $2, $3)', [
      owner.workspaceId,
      orphan,
      blob.id,
    ]);
    await removeOld(seen.id);
    expect((await sql().query('select 1 from blobs where id = $1', [blob.id])).rows).toEqual([]);
  });
});
