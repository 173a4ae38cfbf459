import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { reached, type SeenExecution } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
const flowIds = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const secrets = new Set(builtInTemplates.flatMap(({ requiredSecrets }) => requiredSecrets));
  for (const name of secrets) await post('/secrets', { name, value: `https://chat.example.com/${name}` });
  for (const { id } of builtInTemplates) flowIds.set(id, (await post(`/templates/${id}/use`, {})).id);
});
afterAll(() => app.stop());

async function post(path: string, body: object): Promise<{ id: string; executionId: string }> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows${path}`, { as: owner.token, body });
  if (answer.status > 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

async function simulate(templateId: string, body: object): Promise<SeenExecution> {
  const { executionId } = await post(`/${flowIds.get(templateId)}/simulate`, body);
  return reached(app, owner, executionId);
}

describe.each(builtInTemplates.map(({ name, id, nodes }) => [name, id, nodes] as const))('%s', (_name, id, nodes) => {
  test('completes in a simulation with the sample of its trigger', async () => {
    const { status, error, steps } = await simulate(id, {});
    expect([status, error]).toEqual(['completed', null]);
    expect(steps.filter((step) => step.error).map(({ nodeId, error }) => [nodeId, error])).toEqual([]);
    expect(steps.length).toBeGreaterThan(1);
    expect(nodes.map((node) => node.id)).toEqual(expect.arrayContaining(steps.map(({ nodeId }) => nodeId)));
  });
});

test('a simulation with trigger data uses that instead of the sample', async () => {
  const { id } = builtInTemplates.find(({ name }) => name === 'Forward a list row by row') as { id: string };
  const sent = await simulate(id, { triggerData: { rows: [1, 2, 3, 4, 5] } });
  const subjectOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'done')?.input;
  expect(subjectOf(sent)).toMatchObject({ body: '5 rows were forwarded.' });
  expect(subjectOf(await simulate(id, {}))).toMatchObject({ body: '2 rows were forwarded.' });
});
