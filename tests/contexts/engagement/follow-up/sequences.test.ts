import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, type Surface, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { nobody } from '../../../support/sample-args.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const sequences = 'P/follow-up/sequences';
const one = `${sequences}/:followUpSequenceId`;
const operations = {
  create: [`POST ${sequences}`, documents.CreateFollowUpSequenceDocument],
  find: [`GET ${one}`, documents.GetFollowUpSequenceDocument],
  list: [`GET ${sequences}`, documents.ListFollowUpSequencesDocument],
  update: [`PATCH ${one}`, documents.UpdateFollowUpSequenceDocument],
  remove: [`DELETE ${one}`, documents.DeleteFollowUpSequenceDocument],
  default: ['POST P/follow-up/default-sequence', documents.CreateDefaultFollowUpSequenceDocument],
  addStep: [`POST ${one}/steps`, documents.CreateFollowUpStepDocument],
  updateStep: [`PATCH ${one}/steps/:followUpStepId`, documents.UpdateFollowUpStepDocument],
  deleteStep: [`DELETE ${one}/steps/:followUpStepId`, documents.DeleteFollowUpStepDocument],
} satisfies Record<string, OwnOperation>;

interface Step {
  id: string;
  stepNumber: number;
  message: string | null;
}
interface Sequence {
  id: string;
  steps: Step[];
}

const text = (message: string, more: object = {}) => ({ delayMinutes: 5, message, ...more });
const order = ({ steps }: Sequence) => steps.map(({ stepNumber, message }) => `${stepNumber} ${message}`);

describe.each(surfaces)('follow-up sequences over %s', (surface: Surface) => {
  let owner: Owner;
  const send = (operation: keyof typeof operations, ids: Record<string, string>, input?: unknown) =>
    ask(app, surface, operations[operation], {
      as: owner.token,
      workspaceId: owner.workspaceId,
      ids,
      ...(input !== undefined && { input }),
    });
  const made = async (steps: object[]) =>
    payloadOf<Sequence>(surface, await send('create', {}, { name: 'Three days', steps })) as unknown as Sequence;
  const read = async (id: string) => {
    const answer = await send('find', { followUpSequenceId: id, id });
    return payloadOf<Sequence>(surface, answer) as unknown as Sequence;
  };
  const violations = (details: { field?: string }[]) => details.map(({ field }) => field).sort();

  beforeAll(async () => {
    owner = await app.seed.owner();
  });

  test('number their steps in order after steps are added, moved and deleted', async () => {
    const { id, steps } = await made([text('c', { stepNumber: 9 }), text('a', { stepNumber: 1 }), text('b')]);
    const followUpSequenceId = id;
    expect(order({ id, steps })).toEqual(['1 a', '2 b', '3 c']);
    const added = await send('addStep', { followUpSequenceId }, text('new', { stepNumber: 2 }));
    if (surface === 'REST') expect(added.status).toBe(201);
    const step = payloadOf<Record<string, unknown>>(surface, added);
    expect(step).toMatchObject({ stepNumber: 2, stepType: 'TEXT', delayMinutes: 5 });
    await send('addStep', { followUpSequenceId }, text('last'));
    expect(order(await read(id))).toEqual(['1 a', '2 new', '3 b', '4 c', '5 last']);
    const followUpStepId = step.id as string;
    const moved = await send('updateStep', { followUpSequenceId, followUpStepId }, { stepNumber: 4, delayMinutes: 7 });
    expect(payloadOf(surface, moved)).toMatchObject({ stepNumber: 4, delayMinutes: 7, message: 'new' });
    expect(order(await read(id))).toEqual(['1 a', '2 b', '3 c', '4 new', '5 last']);
    await send('deleteStep', { followUpSequenceId, followUpStepId: (await read(id)).steps[0]?.id as string });
    expect(order(await read(id))).toEqual(['1 b', '2 c', '3 new', '4 last']);
    await send('updateStep', { followUpSequenceId, followUpStepId }, { stepNumber: 99 });
    expect(order(await read(id))).toEqual(['1 b', '2 c', '3 last', '4 new']);
  });

  test('require the fields that each type of step needs', async () => {
    const bad = [
      { delayMinutes: 0 },
      { delayMinutes: 1, stepType: 'PROMPT_TEMPLATE', message: 'x' },
      { delayMinutes: 1, stepType: 'WHATSAPP_TEMPLATE' },
      { delayMinutes: 1, stepType: 'FLOW' },
      { delayMinutes: 1, stepType: 'SONG' },
      text('x'.repeat(4097)),
      { delayMinutes: 1, stepType: 'AI_GENERATED' },
    ];
    const answer = await send('create', {}, { name: 'x'.repeat(121), maxAttempts: 21, triggerOn: 'REPLY', steps: bad });
    expect(answer.status).toBe(400);
    expect(violations(answer.details)).toEqual([
      'maxAttempts',
      'name',
      'steps[0].delayMinutes',
      'steps[0].message',
      'steps[1].promptTemplate',
      'steps[2].templateId',
      'steps[3].flowId',
      'steps[4].stepType',
      'steps[5].message',
      'triggerOn',
    ]);
    const { id, steps } = await made([text('a'), { delayMinutes: 1, stepType: 'AI_GENERATED' }]);
    const ids = { followUpSequenceId: id, followUpStepId: steps[0]?.id as string };
    expect(violations((await send('addStep', ids, { delayMinutes: 1, stepType: 'FLOW' })).details)).toEqual(['flowId']);
    expect(violations((await send('updateStep', ids, { stepType: 'PROMPT_TEMPLATE' })).details)).toEqual([
      'promptTemplate',
    ]);
    expect(violations((await send('updateStep', ids, { message: null })).details)).toEqual(['message']);
    expect((await send('updateStep', ids, { stepType: 'PROMPT_TEMPLATE', promptTemplate: 'Be kind' })).code).toBeNull();
  });

  test('accept only flows, templates and assistants of their own workspace', async () => {
    const stranger = await app.seed.owner();
    const flow = graph([node('start', 'trigger.manual')]);
    const own = await app.seed.flow(owner, flow);
    const foreign = await app.seed.flow(stranger, flow);
    const answer = await send(
      'create',
      {},
      {
        name: 'x',
        agentId: nobody,
        steps: [
          { delayMinutes: 1, stepType: 'FLOW', flowId: foreign.id },
          { delayMinutes: 1, stepType: 'FLOW', flowId: own.id },
          { delayMinutes: 1, stepType: 'WHATSAPP_TEMPLATE', templateId: nobody },
        ],
      },
    );
    expect(violations(answer.details)).toEqual(['agentId', 'steps[0].flowId', 'steps[2].templateId']);
    const { id, steps } = await made([{ delayMinutes: 1, stepType: 'FLOW', flowId: own.id }]);
    const ids = { followUpSequenceId: id, followUpStepId: steps[0]?.id as string };
    expect(
      violations((await send('addStep', ids, { delayMinutes: 1, stepType: 'FLOW', flowId: foreign.id })).details),
    ).toEqual(['flowId']);
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/flows/${own.id}`, { as: owner.token });
    expect((await send('addStep', ids, text('A step beside one whose flow is gone'))).code).toBeNull();
    for (const [operation, known] of [
      ['updateStep', { followUpSequenceId: id, followUpStepId: nobody }],
      ['updateStep', { followUpSequenceId: nobody, followUpStepId: steps[0]?.id as string }],
      ['deleteStep', { followUpSequenceId: id, followUpStepId: nobody }],
      ['addStep', { followUpSequenceId: nobody }],
    ] as const) {
      const missing = await send(operation, known, operation === 'deleteStep' ? undefined : { delayMinutes: 0 });
      expect([operation, missing.status]).toEqual([operation, 404]);
    }
    const { token, workspaceId } = stranger;
    const read = { as: token, workspaceId, ids: { followUpSequenceId: id, id } };
    expect((await ask(app, surface, operations.find, read)).status).toBe(404);
  });

  test('have one default, even if it is created repeatedly and concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send('default', {})));
    const ids = answers.map(({ data }) =>
      surface === 'REST'
        ? (data.data as Sequence).id
        : (data.createDefaultFollowUpSequence as { sequence: Sequence }).sequence.id,
    );
    expect(new Set(ids).size).toBe(1);
    if (surface === 'REST') expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const again = await send('default', {});
    expect(again.status).toBe(200);
    expect((await read(ids[0] as string)).steps.map(({ stepNumber }) => stepNumber)).toEqual([1, 2, 3]);
  });

  test('are listed by assistant, and prevent their assistant from being deleted', async () => {
    const base = `/workspaces/${owner.workspaceId}`;
    const agent = await app.rest(`POST ${base}/agents`, { as: owner.token, body: { name: 'Helper' } });
    const agentId = (agent.body.data as { id: string }).id;
    const mine = payloadOf(surface, await send('create', {}, { name: 'Mine', agentId }));
    const listed = await ask(app, surface, operations.list, {
      as: owner.token,
      workspaceId: owner.workspaceId,
      query: { agentId },
    });
    const { items } = payloadOf<{ items: Sequence[] }>(surface, listed);
    expect(items).toEqual([
      expect.objectContaining({ id: mine.id, isActive: true, reactivateAgent: true, triggerOn: 'NO_RESPONSE' }),
    ]);
    const kept = await app.rest(`DELETE ${base}/agents/${agentId}`, { as: owner.token });
    expect(kept).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('a follow-up sequence') } },
    });
    expect((await send('remove', { followUpSequenceId: mine.id as string })).code).toBeNull();
    expect((await app.rest(`DELETE ${base}/agents/${agentId}`, { as: owner.token })).status).toBe(200);
  });
});
