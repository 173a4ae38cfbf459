import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, readExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

test('an execution and a step that waited for months have a duration, in whole milliseconds on both surfaces', async () => {
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  const { id } = await reached(app, owner, await trigger(app, owner, flow.id));
  const earlier = "started_at = finished_at - interval '90 days 1.5 milliseconds'";
  await app.services.db.pool.query(`/* wait_long */ update executions set ${earlier} where id = $1`, [id]);
  await app.services.db.pool.query(`/* wait_long */ update execution_steps set ${earlier} where execution_id = $1`, [
    id,
  ]);
  const [least, most] = [90 * 86_400_000, 90 * 86_400_000 + 2];
  const within = (durationMs: unknown) => {
    expect(Number.isInteger(durationMs)).toBe(true);
    expect(durationMs).toBeGreaterThanOrEqual(least);
    expect(durationMs).toBeLessThanOrEqual(most);
  };
  const run = await readExecution(app, owner, id);
  within(run.durationMs);
  within((run.steps[0] as unknown as { durationMs: unknown }).durationMs);
  const step = run.steps[0]?.id;
  const { data, errors } = await app.graphql<{ workspace: { execution: { durationMs: unknown; step: object } } }>(
    'query ($w: ID!, $id: ID!, $step: ID!) { workspace(id: $w) { execution(id: $id) { durationMs step(id: $step) { durationMs } } } }',
    { w: owner.workspaceId, id, step },
    owner.token,
  );
  expect(errors).toBeUndefined();
  within(data?.workspace.execution.durationMs);
  within((data as { workspace: { execution: { step: { durationMs: unknown } } } }).workspace.execution.step.durationMs);
});
