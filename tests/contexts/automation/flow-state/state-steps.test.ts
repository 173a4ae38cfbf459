import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { quotaLimits, setLimits } from '../../../../src/contexts/accounts/quotas/index.js';
import { stateRetention } from '../../../../src/contexts/automation/flow-state/delete-expired.js';
import { incrementState, seeMany } from '../../../../src/contexts/automation/flow-state/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

const chain = (...nodes: ReturnType<typeof node>[]) =>
  graph(
    [node('start', 'trigger.manual'), ...nodes],
    ...nodes.map(({ id }, at) => (at === 0 ? `start>${id}` : `${nodes[at - 1]?.id}>${id}`)),
  );

/** A loop whose only step is `add`. */
const looped = (data: object, add: object) => {
  const nodes = [
    node('start', 'trigger.manual'),
    node('loop', 'logic.loop', { ...data }),
    node('add', 'state.increment', { ...add }),
  ];
  const { edges } = graph([], 'start>loop', 'loop:item>add');
  const back = { id: 'back', source: 'add', target: 'loop', targetHandle: 'next' };
  return { nodes, edges: [...edges, back] };
};

const run = async (flow: SeededFlow, triggerData: object = {}, as = owner): Promise<SeenExecution> =>
  reached(app, as, await trigger(app, as, flow.id, { triggerData }));

const outputOf = ({ steps }: SeenExecution, id: string) => steps.find(({ nodeId }) => nodeId === id)?.output;

async function valuesOf(flowId: string): Promise<Record<string, unknown>> {
  const { rows } = await app.services.db.pool.query<{ key: string; value: unknown }>(
    'select key, value from flow_state where flow_id = $1',
    [flowId],
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

describe('the state of a flow', () => {
  test('keeps the count of 1,000 increments of executions at the same time', async () => {
    const content = looped({ items: '{{triggerData.items}}', concurrency: 10 }, { key: 'count' });
    const flow = await app.seed.flow(owner, content);
    const triggerData = { items: Array.from({ length: 50 }, (_, n) => n) };
    const ended = await Promise.all(Array.from({ length: 20 }, () => run(flow, triggerData)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']));
    expect(await valuesOf(flow.id)).toEqual({ count: 1_000 });
    const { rows } = await app.services.db.pool.query(
      'select 1 from execution_steps where workspace_id = $1 and receipts is not null',
      [owner.workspaceId],
    );
    expect(rows).toEqual([]);
  }, 60_000);

  test('is read by expressions as it is when their step starts', async () => {
    const flow = await app.seed.flow(
      owner,
      chain(
        node('before', 'data.set', { assignments: [{ name: 'was', value: '{{state.last}}' }] }),
        node('set', 'state.set', { key: 'last', value: '{{triggerData.id}}', expected: '{{state.last}}' }),
        node('after', 'data.transform', { expression: '[state.last, state["not there"], variables.was]' }),
      ),
    );
    expect(outputOf(await run(flow, { id: 'A' }), 'after')).toEqual(['A', null, null]);
    expect(outputOf(await run(flow, { id: 'B' }), 'after')).toEqual(['B', null, 'A']);
    expect(outputOf(await run(flow, { id: 'C' }), 'set')).toEqual({ value: 'C', version: 3 });
  });

  test('goes on by a loop whose condition reads it', async () => {
    const flow = await app.seed.flow(owner, looped({ while: '{{default(state.n, 0) < 3}}' }, { key: 'n' }));
    expect((await run(flow)).status).toBe('completed');
    expect(await valuesOf(flow.id)).toEqual({ n: 3 });
  });

  test('is not that of another flow; that of the workspace is shared', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map(() =>
        app.seed.flow(
          owner,
          chain(
            node('own', 'state.increment', { key: 'own' }),
            node('shared', 'state.increment', { key: 'shared', by: 5, scope: 'workspace' }),
            node('read', 'state.get', { key: 'shared', scope: 'workspace' }),
          ),
        ),
      ),
    );
    await run(one as SeededFlow);
    const second = await run(two as SeededFlow);
    expect(outputOf(second, 'own')).toEqual({ value: 1 });
    expect(outputOf(second, 'read')).toEqual({ value: 10, exists: true, version: 2 });
  });

  test('of executions that see a key at the same time, one finds it new', async () => {
    const flow = await app.seed.flow(
      owner,
      graph(
        [
          node('start', 'trigger.manual'),
          node('see', 'state.seen', { key: 'event:{{triggerData.id}}', ttlSeconds: 60 }),
          node('new', 'data.set', { assignments: [{ name: 'is', value: 'new' }] }),
        ],
        'start>see',
        'see:new>new',
      ),
    );
    const ended = await Promise.all(Array.from({ length: 10 }, () => run(flow, { id: 1 })));
    const isNew = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'new')?.status === 'completed';
    expect(ended.filter(isNew)).toHaveLength(1);
    const old = ended.find((one) => !isNew(one)) as SeenExecution;
    expect(outputOf(old, 'see')).toEqual({ firstSeenAt: expect.stringMatching(/^20\d\d-/) });
  });

  test('refuses to count what is no number, and a value over 64 KiB', async () => {
    const flow = await app.seed.flow(
      owner,
      chain(node('set', 'state.set', { key: 'text', value: 'five' }), node('add', 'state.increment', { key: 'text' })),
    );
    expect((await run(flow)).error).toMatchObject({ code: 'VALIDATION_FAILED', nodeId: 'add' });
    const large = await app.seed.flow(
      owner,
      chain(node('set', 'state.set', { key: 'a', value: '{{triggerData.text}}' })),
    );
    expect((await run(large, { text: 'x'.repeat(64 * 1024) })).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('at most 65536 bytes'),
    });
    expect((await run(large, { text: 'x'.repeat(64 * 1024 - 2) })).status).toBe('completed');
  });

  test('forgets what has expired, before it is deleted in bulk', async () => {
    const flow = await app.seed.flow(
      owner,
      chain(
        node('get', 'state.get', { key: 'k', default: 'none' }),
        node('set', 'state.set', { key: 'k', value: 1, ttlSeconds: 60, expected: null }),
      ),
    );
    await run(flow);
    const expire = () =>
      app.services.db.pool.query(`update flow_state set expires_at = now() - interval '1 second' where flow_id = $1`, [
        flow.id,
      ]);
    await expire();
    const again = await run(flow);
    expect(outputOf(again, 'get')).toEqual({ value: 'none', exists: false, version: 0 });
    expect(again.steps.find(({ nodeId }) => nodeId === 'set')?.output).toEqual({ value: 1, version: 2 });
    await expire();
    await stateRetention(app.services).work(new AbortController().signal);
    expect(await valuesOf(flow.id)).toEqual({});
  });

  test('is not changed by a simulation, which reads it', async () => {
    const flow = await app.seed.flow(
      owner,
      chain(node('add', 'state.increment', { key: 'n' }), node('read', 'data.transform', { expression: 'state.n' })),
    );
    await run(flow);
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/simulate`, {
      as: owner.token,
      body: {},
    });
    const simulated = await reached(app, owner, (body.data as { executionId: string }).executionId);
    expect(outputOf(simulated, 'read')).toBe(1);
    expect(await valuesOf(flow.id)).toEqual({ n: 1 });
  });

  test('holds what data.dedupe has kept, for the executions of its flow', async () => {
    const dedupe = { items: '{{triggerData.orders}}', key: 'id', acrossRuns: true };
    const content = chain(node('new', 'data.dedupe', dedupe), node('other', 'data.dedupe', dedupe));
    const [flow, foreign] = [await app.seed.flow(owner, content), await app.seed.flow(owner, content)];
    const keptOf = (execution: SeenExecution, id = 'new') =>
      (outputOf(execution, id) as { items: { id: number }[] }).items.map((item) => item.id);
    const orders = (...ids: number[]) => ({ orders: ids.map((id) => ({ id })) });
    const first = await run(flow, orders(1, 2, 2));
    expect([keptOf(first), keptOf(first, 'other')]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(keptOf(await run(flow, orders(2, 3)))).toEqual([3]);
    expect(keptOf(await run(foreign, orders(2, 3)))).toEqual([2, 3]);
    const both = await Promise.all([run(flow, orders(4, 5, 6)), run(flow, orders(6, 5, 4))]);
    expect(both.flatMap((one) => keptOf(one)).toSorted()).toEqual([4, 5, 6]);
    await app.services.db.pool.query(`delete from flow_state where flow_id = $1 and key = 'dedupe:new:4'`, [flow.id]);
    expect(keptOf(await run(flow, orders(4, 5)))).toEqual([4]);
  });

  test('is read, and not changed, by data.dedupe in a simulation', async () => {
    const dedupe = { items: '{{triggerData.ids}}', acrossRuns: '{{true}}', ttlSeconds: 60 };
    const flow = await app.seed.flow(owner, chain(node('new', 'data.dedupe', dedupe)));
    await run(flow, { ids: [1] });
    const simulate = async () => {
      const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/simulate`, {
        as: owner.token,
        body: { triggerData: { ids: [1, 2] } },
      });
      return outputOf(await reached(app, owner, (body.data as { executionId: string }).executionId), 'new');
    };
    expect([await simulate(), await simulate()]).toEqual(Array(2).fill({ items: [2], duplicates: [1] }));
    expect(Object.keys(await valuesOf(flow.id))).toEqual(['dedupe:new:1']);
  });

  test('is refused beyond the quota of entries, and grows again after a deletion', async () => {
    const limited = await app.seed.owner();
    await setLimits(app.services.db.pool, limited.workspaceId, { quotas: { stateEntries: 1 } });
    await app.services.get(quotaLimits).refresh();
    const flow = await app.seed.flow(
      limited,
      chain(node('set', 'state.set', { key: '{{triggerData.key}}', value: 1 })),
    );
    const set = async (key: string) => (await run(flow, { key }, limited)).error?.code ?? null;
    expect([await set('a'), await set('b'), await set('a')]).toEqual([null, 'QUOTA_EXCEEDED', null]);
    await app.services.db.pool.query('delete from flow_state where workspace_id = $1', [limited.workspaceId]);
    expect(await set('b')).toBeNull();
  });

  test('is deleted with its flow and with its workspace', async () => {
    const other = await app.seed.owner();
    const flow = await app.seed.flow(other, chain(node('set', 'state.set', { key: 'a', value: 1 })));
    const kept = await app.seed.flow(
      other,
      chain(node('set', 'state.set', { key: 'a', value: 1, scope: 'workspace' })),
    );
    await run(flow, {}, other);
    await run(kept, {}, other);
    await app.rest(`DELETE /workspaces/${other.workspaceId}/flows/${flow.id}`, { as: other.token });
    expect(await valuesOf(flow.id)).toEqual({});
    const stored = () =>
      app.services.db.pool.query(
        'select sum(state_entries)::integer as entries from workspace_storage where workspace_id = $1',
        [other.workspaceId],
      );
    expect((await stored()).rows).toEqual([{ entries: 1 }]);
    await app.services.db.pool.query('delete from workspaces where id = $1', [other.workspaceId]);
    expect((await stored()).rows).toEqual([{ entries: null }]);
  });
});

describe('the operations on state', () => {
  test('remember many keys in one statement, each once, and again after they expired', async () => {
    const limits = app.services.get(quotaLimits);
    const flow = await app.seed.flow(owner, chain(node('a', 'logic.stop')));
    const place = { workspaceId: owner.workspaceId, flowId: flow.id };
    const see = (keys: string[]) =>
      app.services.db
        .within(owner.workspaceId)
        .transaction((sql) => seeMany(sql, limits, place, { keys, now: new Date(), ttlSeconds: 60 }));
    const both = await Promise.all([see(['a', 'b', 'a', 'c']), see(['c', 'b', 'd'])]);
    expect(both.flat().toSorted()).toEqual(['a', 'b', 'c', 'd']);
    await app.services.db.pool.query(`update flow_state set expires_at = now() where flow_id = $1 and key = 'a'`, [
      flow.id,
    ]);
    expect(await see(['a', 'b'])).toEqual(['a']);
  });

  test('remember keys that are known in a workspace without room, and no new ones', async () => {
    const { workspaceId } = await app.seed.owner();
    const see = (keys: string[], entries: number) =>
      app.services.db.within(workspaceId).transaction((sql) => {
        const limits = { limit: (_: string, name: string) => (name === 'stateEntries' ? entries : 1_000_000) };
        return seeMany(sql, limits, { workspaceId, flowId: null }, { keys, now: new Date(), ttlSeconds: 60 });
      });
    expect((await see(['a', 'b'], 2)).toSorted()).toEqual(['a', 'b']);
    expect(await see(['a', 'b'], 2)).toEqual([]);
    await expect(see(['b', 'c'], 2)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await see(['c'], 3)).toEqual(['c']);
  });

  test('undo a change whose transaction fails', async () => {
    const limits = app.services.get(quotaLimits);
    const place = { workspaceId: owner.workspaceId, flowId: null, key: 'undone' };
    const failing = app.services.db.within(owner.workspaceId).transaction(async (sql) => {
      await incrementState(sql, limits, place, 1);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    const { rows } = await app.services.db.pool.query(`select 1 from flow_state where key = 'undone'`);
    expect(rows).toEqual([]);
  });
});
