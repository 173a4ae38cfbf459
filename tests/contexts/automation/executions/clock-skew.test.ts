import { expect, test } from '@jest/globals';
import { startTestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import { startTestWorker } from '../../../support/worker.js';

const set = (id: string, name: string, value: string) => node(id, 'data.set', { assignments: [{ name, value }] });
const ask = (id: string) => node(id, 'wait.approval', { message: 'Continue?' });

test('variables have their last value, although the clock of the second worker is a minute behind', async () => {
  const app = await startTestApp();
  const owner = await app.seed.owner();
  const content = graph(
    [
      node('start', 'trigger.manual'),
      set('first', 'x', 'first'),
      ask('once'),
      set('second', 'x', 'second'),
      ask('twice'),
      set('seen', 'seen', '{{variables.x}}'),
    ],
    ...['start>first', 'first>once', 'once:approved>second', 'second>twice', 'twice:approved>seen'],
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const approve = async (nodeId: string) => {
    const waiting = ({ steps, phase }: Awaited<ReturnType<typeof reached>>) =>
      phase === 'waiting' && steps.some((step) => step.nodeId === nodeId && step.status === 'waiting');
    const { steps } = await reached(app, owner, id, waiting);
    const step = steps.find((one) => one.nodeId === nodeId);
    const path = `/workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${step?.id}`;
    await app.rest(`POST ${path}`, { as: owner.token, body: { decision: 'approved' } });
  };

  const ahead = await startTestWorker(app);
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  await ahead.stop();
  const behind = await startTestWorker(app, { now: () => new Date(Date.now() - 60_000) });
  await approve('once');
  await approve('twice');
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { seen: 'second' } });
  const { rows } = await app.services.db.pool.query<{ node: string }>(
    'select node_id as node from execution_steps where execution_id = $1 order by seq',
    [id],
  );
  expect(rows.map((row) => row.node)).toEqual(['start', 'first', 'once', 'second', 'twice', 'seen']);
  await behind.stop();
  await app.stop();
});
