import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encryptedColumns } from '../../../../src/app/collect-modules.js';
import { rotateDataKeys } from '../../../../src/platform/vault/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type EchoServer, startEchoServer } from '../../../support/echo-server.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let owner: Owner;
let echo: EchoServer;
let worker: TestWorker;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  echo = await startEchoServer();
  worker = await startTestWorker(app);
});
afterAll(async () => {
  await worker.stop();
  echo.close();
  await app.stop();
});

const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const send = (id: string, body: unknown) =>
  node(id, 'http.request', { method: 'POST', url: `${echo.url}/${id}`, body });

async function flow(nodes: ReturnType<typeof node>[], edges: string[]) {
  return app.seed.flow(owner, graph([node('start', 'trigger.manual'), ...nodes], ...edges));
}

function call(method: string, path: string, body?: unknown) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/flows/${path}`, { as: owner.token, body });
}

async function secret(name: string, value: string): Promise<string> {
  return ((await call('POST', 'secrets', { name, value, allowedHosts: ['127.0.0.1'] })).body.data as { id: string }).id;
}

/** What arrived at a path of the other server, in order. */
const bodiesAt = (path: string) => echo.arrived.filter(({ url }) => url === path).map(({ body }) => body);

describe('a run that uses secrets and global variables', () => {
  test('sees the values of the moment at which it is taken up', async () => {
    await secret('of_now', 'the secret of now');
    const { id } = (await call('POST', 'global-vars', { name: 'region', value: 'eu-south' })).body.data as never;
    const { id: flowId } = await flow([send('now', '{{boveda.of_now}} {{globalVars.region}}')], ['start>now']);
    await reached(app, owner, await trigger(app, owner, flowId));
    await call('PATCH', `global-vars/${id}`, { value: 'us-east' });
    const seen = await reached(app, owner, await trigger(app, owner, flowId));
    expect(bodiesAt('/now')).toEqual(['the secret of now eu-south', 'the secret of now us-east']);
    expect(seen.steps[1]?.input).toMatchObject({ body: '•••• now us-east' });
  });

  test('goes on with what it holds when another worker takes it over, whatever became of the secret', async () => {
    const old = 'the value before it was replaced';
    const id = await secret('replaced', old);
    const { id: flowId } = await flow(
      [
        send('kept', '{{ boveda.replaced }}'),
        send('made', '{{ base64Encode(steps.kept.body.body) }}'),
        node('wait', 'logic.delay', { minutes: 60 }),
        send('later', '{{ steps.kept.body.body }}, {{ steps.made.body.body }}, {{ boveda.replaced }}'),
      ],
      ['start>kept', 'kept:out>made', 'made:out>wait', 'wait>later'],
    );
    const executionId = await trigger(app, owner, flowId);
    await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    await worker.stop();
    await call('PATCH', `secrets/${id}`, { value: 'the new value of the secret' });
    worker = await startTestWorker(app);
    await endPause(app, executionId);
    const seen = await reached(app, owner, executionId);
    const encoded = Buffer.from(old).toString('base64');
    expect(bodiesAt('/later')).toEqual([`${old}, ${encoded}, the new value of the secret`]);
    const { rows } = await app.services.db.pool.query(
      `select (select string_agg(s::text, '') from execution_steps s where execution_id = $1) || e::text as text,
        (select count(*)::int from execution_steps s where execution_id = $1 and s.encrypted is not null) as encrypted
       from executions e where id = $1`,
      [executionId],
    );
    expect(rows[0].encrypted).toBe(3);
    for (const value of [old, encoded, 'the new value']) {
      expect(rows[0].text).not.toContain(value);
      expect(JSON.stringify(seen)).not.toContain(value);
    }
    expect(seen.steps[4]?.input).toMatchObject({ body: '••••aced, ••••, ••••cret' });
  });

  test('keeps what the finished items of a loop got back of them, encrypted', async () => {
    await secret('looped', 'the secret of a loop');
    const items = node('each', 'logic.loop', { items: [1, 2, 3] });
    const content = graph(
      [
        node('start', 'trigger.manual'),
        items,
        node('wait', 'logic.delay', { seconds: 0.05 }),
        send('made', '{{ boveda.looped }} {{ loop.item }}'),
        send('sum', '{{ [steps.each.items[0].body.body, steps.each.items[2].body.body] }}'),
      ],
      'start>each',
      'each:item>wait',
      'wait>made',
      'each:done>sum',
    );
    const next = { id: 'next', source: 'made', target: 'each', targetHandle: 'next' };
    const { id: flowId } = await app.seed.flow(owner, { ...content, edges: [...content.edges, next] });
    const seen = await reached(app, owner, await trigger(app, owner, flowId));
    const made = [1, 3].map((item) => `the secret of a loop ${item}`);
    expect(bodiesAt('/sum')).toEqual([JSON.stringify(made)]);
    expect(JSON.stringify(seen)).not.toContain('the secret');
  });

  test('goes on after the keys of its workspace were replaced meanwhile', async () => {
    await secret('rotated', 'sealed with the former key');
    const { id: flowId } = await flow(
      [
        send('held', '{{ boveda.rotated }}'),
        node('wait', 'logic.delay', { minutes: 60 }),
        send('then', '{{ steps.held.body.body }}'),
      ],
      ['start>held', 'held:out>wait', 'wait>then'],
    );
    const executionId = await trigger(app, owner, flowId);
    await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    const pool = app.services.db.pool;
    const keyOf = async () => {
      const text = 'select encrypted from execution_steps where execution_id = $1 and encrypted is not null';
      return (await pool.query(text, [executionId])).rows.map(({ encrypted }) => encrypted.split(':')[1]);
    };
    const before = await keyOf();
    const readKeys = async () => [{ id: 'k1', key: Buffer.alloc(32, 7) }];
    const { damaged } = await rotateDataKeys({ pool, readKeys, columns: encryptedColumns, graceMs: 0 });
    expect(damaged).toEqual([]);
    expect(await keyOf()).not.toEqual(before);
    await endPause(app, executionId);
    expect((await reached(app, owner, executionId)).status).toBe('completed');
    expect(bodiesAt('/then')).toEqual(['sealed with the former key']);
  });

  test('fails where a secret or a global variable is gone by then, and sends nothing', async () => {
    const id = await secret('gone', 'soon to be deleted');
    const { id: flowId } = await flow([send('gone', 'Bearer {{ boveda.gone }}')], ['start>gone']);
    const used = await flow([send('var', '{{ globalVars.gone_too }}')], []).catch((error: Error) => error.message);
    expect(used).toContain('GLOBAL_VAR_MISSING');
    const { id: waiting } = await flow(
      [node('wait', 'logic.delay', { minutes: 60 }), send('after', '{{ boveda.gone }}')],
      ['start>wait', 'wait>after'],
    );
    const executionId = await trigger(app, owner, waiting);
    await call('DELETE', `secrets/${id}`);
    expect((await call('POST', `${flowId}/trigger`, {})).body.error.code).toBe('FLOW_INVALID');
    await endPause(app, executionId);
    const seen = await reached(app, owner, executionId);
    expect(seen).toMatchObject({ status: 'failed', error: { code: 'SECRET_MISSING', nodeId: 'after' } });
    expect(seen.error?.message).toContain('"gone"');
    expect(bodiesAt('/after')).toEqual([]);
  });

  test('shows what does not depend on a secret as it is, beside it', async () => {
    await secret('beside', 'a secret beside other things');
    const { id: flowId } = await flow(
      [
        send('whole', '{{ boveda.beside }}'),
        set('path', '{{ steps.whole.body.url }}'),
        set('again', '{{ [steps.whole].map(w, w.status)[0] }}'),
      ],
      ['start>whole', 'whole:out>path', 'path>again'],
    );
    const { steps, error } = await reached(app, owner, await trigger(app, owner, flowId));
    expect(steps[1]?.input).toMatchObject({ body: '••••ings' });
    expect(steps[2]?.output).toEqual({ path: '/whole' });
    // The expression reads the whole output, in which the server returned the secret.
    expect(error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'again' });
  });
});
