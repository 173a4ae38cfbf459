import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { markEmailVerified } from '../../../../src/contexts/accounts/auth/operator-actions.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;
const clock = { aheadMs: 0 };

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  worker = await startTestWorker(app, { now: () => new Date(Date.now() + clock.aheadMs) });
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
});

type Waiting = SeenExecution & { stepId: string; url: string };

async function waiting(data: object = {}): Promise<Waiting> {
  const ways = ['approved', 'rejected', 'timeout'];
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('ask', 'wait.approval', { message: 'Pay {{triggerData.n}}?', ...data }),
      ...ways.map((way) => node(way, 'data.set', { assignments: [{ name: 'went', value: way }] })),
    ],
    'start>ask',
    ...ways.map((way) => `ask:${way}>${way}`),
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id, { triggerData: { n: 5 } });
  const seen = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  const step = seen.steps.find(({ nodeId }) => nodeId === 'ask') as unknown as { id: string; approvalUrl: string };
  return { ...seen, stepId: step.id, url: step.approvalUrl };
}

const decide = ({ id, stepId }: Waiting, body: object, as = owner.token) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${stepId}`, { as, body });
const outputOf = (ended: SeenExecution) => ended.steps.find(({ nodeId }) => nodeId === 'ask')?.output;
const tokenOf = ({ url }: Waiting) => new URL(url).hash.replace('#token=', '');

describe('a step that waits for approval', () => {
  test.each(['approved', 'rejected'])('goes on as it was %s, and keeps by whom and why', async (decision) => {
    const run = await waiting();
    expect((await decide(run, { decision, comment: 'because' })).status).toBe(200);
    const ended = await reached(app, owner, run.id);
    expect(ended).toMatchObject({ status: 'completed', output: { went: decision } });
    expect(outputOf(ended)).toEqual({ by: owner.email, comment: 'because' });
  });

  test('is decided once, whoever asks at the same time', async () => {
    const run = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => decide(run, { decision: index % 2 ? 'approved' : 'rejected' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const won = answers.findIndex(({ status }) => status === 200) % 2 ? 'approved' : 'rejected';
    expect((await reached(app, owner, run.id)).output).toEqual({ went: won });
  });

  test('is decided by link without login, for one step only', async () => {
    const run = await waiting();
    const token = tokenOf(run);
    const asked = await app.rest(`GET /approvals?token=${token}`);
    expect(asked.body.data).toMatchObject({ flowName: 'Flow', message: 'Pay 5?', open: true });
    expect((await app.rest(`GET /approvals?token=${token}x`)).status).toBe(401);
    const answer = await app.rest(`POST /approvals?token=${token}`, { body: { decision: 'approved' } });
    expect(answer).toMatchObject({ status: 200, body: { data: { open: false, message: null } } });
    expect(outputOf(await reached(app, owner, run.id))).toEqual({ by: 'link', comment: null });
    expect((await app.rest(`POST /approvals?token=${token}`, { body: { decision: 'rejected' } })).status).toBe(409);
    const page = await fetch(`${app.url}/approve`);
    expect(await page.text()).toContain('Approve');
  });

  test('goes on by timeout where nobody decides, and takes no decision after that', async () => {
    const run = await waiting({ timeoutMinutes: 0.01 });
    expect(await reached(app, owner, run.id)).toMatchObject({ status: 'completed', output: { went: 'timeout' } });
    expect((await decide(run, { decision: 'approved' })).status).toBe(409);
  });

  test('goes on at once although another branch is busy', async () => {
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('ask', 'wait.approval', { message: 'Go on?' }),
        node('pause', 'logic.delay', { minutes: 5 }),
        node('end', 'data.set', { assignments: [{ name: 'went', value: 1 }] }),
      ],
      'start>ask',
      'start>pause',
      'ask:approved>end',
    );
    const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
    const seen = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    const step = seen.steps.find(({ nodeId }) => nodeId === 'ask') as unknown as { id: string };
    await decide({ id, stepId: step.id } as Waiting, { decision: 'approved' });
    const after = await reached(app, owner, id, ({ steps }) => steps.some(({ nodeId }) => nodeId === 'end'));
    expect(after).toMatchObject({ status: 'running' });
  });

  test('names who may decide', async () => {
    const run = await waiting({ approvers: ['someone@example.com', owner.email] });
    const { rows } = await app.services.db.pool.query<{ n: number }>(
      `select count(*)::int as n from execution_steps where id = $1 and input -> 'approvers' is not null`,
      [run.stepId],
    );
    expect(rows[0]?.n).toBe(1);
    expect((await decide(run, { decision: 'approved' })).status).toBe(200);
  });

  test('is not decided by a named approver whose address nobody has verified, which it says with the cure', async () => {
    const boss = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const run = await waiting({ approvers: [boss.email] });
    const path = `GET /workspaces/${owner.workspaceId}/flows/executions/${run.id}`;
    const urlOf = async () => {
      const { steps } = (await app.rest(path, { as: boss.token })).body.data as unknown as SeenExecution;
      return (steps.find(({ nodeId }) => nodeId === 'ask') as unknown as { approvalUrl: string | null }).approvalUrl;
    };
    const refused = await decide(run, { decision: 'approved' }, boss.token);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This step names you, but your email is not verified. Ask the operator to run `workspace-automation user verify-email`. Then decide.',
    ]);
    expect(await urlOf()).toBeNull();
    await markEmailVerified(app.services.db.pool, boss.email, new Date());
    expect(await urlOf()).toMatch(/approve#token=/);
    expect((await decide(run, { decision: 'approved' }, boss.token)).status).toBe(200);
    expect(outputOf(await reached(app, owner, run.id))).toMatchObject({ by: boss.email });
  });

  test('shows its link to those who may run flows only, and is not found elsewhere', async () => {
    const run = await waiting();
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    const path = `GET /workspaces/${owner.workspaceId}/flows/executions/${run.id}`;
    const { body } = await app.rest(path, { as: reader });
    const steps = (body.data as { steps: { nodeId: string; approvalUrl: string | null }[] }).steps;
    expect(steps.find(({ nodeId }) => nodeId === 'ask')?.approvalUrl).toBeNull();
    expect((await decide(run, { decision: 'approved' }, reader)).status).toBe(403);
    const other = { ...run, stepId: '01890000-0000-7000-8000-000000000000' };
    expect((await decide(other, { decision: 'approved' })).status).toBe(404);
    expect((await decide(run, { decision: 'perhaps' })).status).toBe(400);
  });

  test('is found among what waits', async () => {
    const run = await waiting();
    const list = `GET /workspaces/${owner.workspaceId}/flows/executions?phase=waiting&limit=100`;
    const { body } = await app.rest(list, { as: owner.token });
    expect((body.data as { id: string }[]).map(({ id }) => id)).toContain(run.id);
    const wrong = await app.rest(list.replace('waiting', 'nope'), { as: owner.token });
    expect(wrong.status).toBe(400);
  });
});
