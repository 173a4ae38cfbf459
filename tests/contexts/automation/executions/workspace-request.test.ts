import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, readExecution, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

async function call<T>(as: string, route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const options = { as, ...(body !== undefined && { body }) };
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, options);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as T;
}

const asking = (operation: string, input?: object, more: object = {}) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('call', 'workspace.request', { operation, ...(input && { input }), ...more }),
    ],
    'start>call',
  );

async function run(content: object, triggerData: object = {}, as = owner): Promise<SeenExecution> {
  const flow = await app.seed.flow(as, content as Record<string, unknown>);
  return reached(app, as, await trigger(app, as, flow.id, { triggerData }));
}

const newContact = (fields: object = {}, as = owner) =>
  app.rest(`POST /workspaces/${as.workspaceId}/contacts`, { as: as.token, body: { name: 'Ana', ...fields } });
const idOf = ({ body }: Awaited<ReturnType<typeof newContact>>) => (body.data as { id: string }).id;

describe('a step that calls an operation of its workspace', () => {
  test('has what REST answers as its output, of lists with their pagination', async () => {
    const id = idOf(await newContact({ email: 'ana@example.com', tags: ['read'] }));
    const found = await run(asking('getContact', { contactId: '{{triggerData.id}}' }), { id });
    expect(found.output).toEqual(await call(owner.token, `GET /contacts/${id}`));
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/contacts?tag=read&limit=5`, {
      as: owner.token,
    });
    const listed = await run(asking('listContacts', { filter: { tags: { eq: '{{triggerData.tag}}' } }, limit: 5 }), {
      tag: 'read',
    });
    expect(listed.output).toEqual({ data: body.data, pagination: body.pagination });
  });

  test('creates, changes and deletes with the fields of path and body in one object', async () => {
    const created = await run(asking('createContact', { name: 'Ben', email: '{{triggerData.email}}' }), {
      email: 'ben@example.com',
    });
    const { id } = created.output as { id: string };
    expect(await call(owner.token, `GET /contacts/${id}`)).toMatchObject({ name: 'Ben', email: 'ben@example.com' });
    const changed = await run(
      asking('updateContact', { contactId: id, company: 'Acme', customFields: { City: 'Lugo' } }),
    );
    expect(changed.output).toMatchObject({ id, company: 'Acme', customFields: { City: 'Lugo' } });
    await run(asking('deleteContact', { contactId: id }));
    await expect(call(owner.token, `GET /contacts/${id}`)).rejects.toThrow('NOT_FOUND');
  });

  test('sets a global variable only if it was not changed since', async () => {
    const { id, updatedAt } = await call<{ id: string; updatedAt: string }>(owner.token, 'POST /flows/global-vars', {
      name: 'counter',
      value: '1',
    });
    const write = asking('updateGlobalVariable', {
      varId: id,
      value: '{{triggerData.value}}',
      ifUnmodifiedSince: updatedAt,
    });
    expect(await run(write, { value: '2' })).toMatchObject({ status: 'completed', output: { value: '2' } });
    expect(await run(write, { value: '3' })).toMatchObject({ error: { code: 'PRECONDITION_FAILED' } });
    expect(await call(owner.token, `GET /flows/global-vars/${id}`)).toMatchObject({ value: '2' });
  });

  test('fails with the code of the operation, or leaves by its error path', async () => {
    const unknown = { contactId: '01970000-0000-7000-8000-0000000000ff' };
    expect((await run(asking('getContact', unknown))).error).toMatchObject({ code: 'NOT_FOUND', nodeId: 'call' });
    await newContact({ email: 'taken@example.com' });
    const taken = await run(asking('createContact', { name: 'Eva', email: 'taken@example.com' }));
    expect(taken.error?.code).toBe('CONFLICT');
    const { nodes, edges } = asking('getContact', unknown);
    const branched = graph([...nodes, node('else', 'data.set', { assignments: [{ name: 'found', value: false }] })]);
    const caught = await run({
      nodes: branched.nodes,
      edges: [...edges, { id: 'e', source: 'call', sourceHandle: 'error', target: 'else' }],
    });
    expect(caught).toMatchObject({ status: 'completed', output: { found: false } });
  });

  test('refuses values of expressions that the operation does not accept', async () => {
    const limit = asking('listContacts', { limit: '{{triggerData.limit}}' });
    expect((await run(limit, { limit: 'many' })).error).toMatchObject({
      code: 'FIELD_INVALID',
      message: expect.stringContaining('limit must be a whole number'),
    });
    const filter = asking('listContacts', { tag: '{{triggerData.tag}}' });
    expect((await run(filter, { tag: null })).error).toMatchObject({
      code: 'FIELD_REQUIRED',
      message: expect.stringContaining('input.tag is required, but its expression {{ triggerData.tag }} is null.'),
    });
    const body = asking('createContact', { name: 'Ana', phone: '{{triggerData.phone}}' });
    expect((await run(body)).error).toMatchObject({ code: 'FIELD_REQUIRED' });
    expect(await run(body, { phone: null })).toMatchObject({ status: 'completed', output: { phone: null } });
  });

  test('is part of the chain of its execution: its events start no flow again and again', async () => {
    const content = graph(
      [
        node('start', 'trigger.crmEvent', { eventType: 'contact.updated' }),
        node('call', 'workspace.request', {
          operation: 'updateContact',
          input: { contactId: '{{triggerData.data.id}}', company: '{{execution.id}}' },
        }),
      ],
      'start>call',
    );
    const flow = await app.seed.flow(owner, { ...content, settings: { triggerType: 'crm_event' } });
    const id = idOf(await newContact());
    await call(owner.token, `PATCH /contacts/${id}`, { name: 'Eva' });
    const list = () => call<{ id: string; status: string }[]>(owner.token, `GET /flows/${flow.id}/executions`);
    const said = async () => {
      const runs = await Promise.all((await list()).map((one) => readExecution(app, owner, one.id)));
      return runs.flatMap(({ steps }) => steps.flatMap(({ logs }) => logs.map(({ message }) => message)));
    };
    await waitFor(async () => (await said()).some((message) => /loop|chain/i.test(message)));
    expect((await list()).length).toBeLessThan(6);
    await call(owner.token, `DELETE /flows/${flow.id}`);
  });
});

describe('the rights of a step', () => {
  test('are required of who saves or activates the flow', async () => {
    const viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER', ['flows:write', 'flows:execute']);
    const body = { name: 'Flow', ...asking('createContact', { name: 'Ana' }) };
    const refused = await app.rest(`POST /workspaces/${owner.workspaceId}/flows`, { as: viewer.token, body });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('contacts:write') } },
    });
    const reading = { name: 'Flow', ...asking('listContacts') };
    const saved = await app.rest(`POST /workspaces/${owner.workspaceId}/flows`, { as: viewer.token, body: reading });
    expect(saved.status).toBe(201);
  });

  test('are required of who starts the flow', async () => {
    const flow = await app.seed.flow(owner, asking('createContact', { name: 'Ana' }));
    const viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER', ['flows:execute']);
    const started = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/trigger`, {
      as: viewer.token,
      body: {},
    });
    expect(started).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('contacts:write') } },
    });
  });

  test('are those that who the execution runs as has at the step', async () => {
    const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const { nodes, edges } = asking('createContact', { name: 'Ana' });
    const content = {
      nodes: [...nodes, node('pause', 'wait.approval', { message: 'Go on?' })],
      edges: [
        { id: 'a', source: 'start', target: 'pause' },
        { id: 'b', source: 'pause', sourceHandle: 'approved', target: 'call' },
        ...edges.filter(({ target }) => target !== 'call'),
      ],
    };
    const flow = await app.seed.flow({ ...owner, token: editor.token }, content);
    const id = await trigger(app, { ...owner, token: editor.token }, flow.id);
    const waiting = await reached(app, owner, id, ({ steps }) => steps.some(({ status }) => status === 'waiting'));
    await call(owner.token, `PATCH /members/${editor.userId}/role`, { role: 'VIEWER' });
    const stepId = waiting.steps.find(({ nodeId }) => nodeId === 'pause')?.id;
    await call(owner.token, `POST /flows/executions/${id}/approvals/${stepId}`, { decision: 'approved' });
    expect((await reached(app, owner, id)).error).toMatchObject({
      code: 'FORBIDDEN',
      nodeId: 'call',
      message: expect.stringContaining('contacts:write'),
    });
  });

  test('are those of an API key, as long as it is valid', async () => {
    const capabilities = ['flows:read', 'flows:write', 'flows:execute', 'contacts:read'];
    const { key } = await call<{ key: string }>(owner.token, 'POST /api-keys', { name: 'Key', capabilities });
    const done = await run(asking('listContacts', { limit: 1 }), {}, { ...owner, token: key });
    expect(done).toMatchObject({ status: 'completed', output: { pagination: { limit: 1 } } });
  });

  test('reach no other workspace', async () => {
    const other = await app.seed.owner();
    const id = idOf(await newContact({ email: 'other@example.com' }, other));
    expect((await run(asking('getContact', { contactId: id }))).error).toMatchObject({ code: 'NOT_FOUND' });
    const listed = await run(asking('listContacts', { email: 'other@example.com' }));
    expect(listed.output).toMatchObject({ data: [] });
    const named = asking('listContacts', { workspaceId: other.workspaceId });
    const flow = await app.seed.flow(owner, named, false);
    const answer = await app.rest(`PATCH /workspaces/${owner.workspaceId}/flows/${flow.id}`, {
      as: owner.token,
      body: { isActive: true },
    });
    expect(answer.body.error).toMatchObject({
      code: 'FLOW_INVALID',
      details: [expect.objectContaining({ rule: 'FIELD_INVALID', field: 'input.workspaceId', nodeId: 'call' })],
    });
  });
});

test('a simulation calls nothing, and answers with the documented sample', async () => {
  const flow = await app.seed.flow(owner, asking('createPipeline', { name: 'Never', stages: [{ name: 'A' }] }));
  const { executionId } = await call<{ executionId: string }>(owner.token, `POST /flows/${flow.id}/simulate`, {});
  const ended = await reached(app, owner, executionId);
  expect(ended).toMatchObject({ status: 'completed', output: { id: expect.any(String), stages: expect.any(Array) } });
  const pipelines = await call<{ name: string }[]>(owner.token, 'GET /pipelines');
  expect(pipelines.map(({ name }) => name)).not.toContain('Never');
});
