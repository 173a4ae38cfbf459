import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { nodeTypes } from '../../../../src/nodes/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

describe('the catalogue of node types', () => {
  test('lists all types without pages, with all that an editor needs', async () => {
    const { status, body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/node-types`, {
      as: owner.token,
    });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('pagination');
    const listed = body.data as { type: string }[];
    expect(listed.map(({ type }) => type)).toEqual(nodeTypes.map(({ type }) => type));
    expect(listed.find(({ type }) => type === 'http.request')).toMatchObject({
      title: 'HTTP request',
      category: 'http',
      description: expect.stringMatching(/\.$/),
      trigger: null,
      fields: { type: 'object', required: ['method', 'url'] },
      sourceHandles: ['out', 'error'],
      targetHandles: ['in'],
      errorHandle: true,
      effects: true,
      sample: { status: 200 },
      initialData: expect.any(Object),
    });
    expect(listed.find(({ type }) => type === 'logic.switch')).toMatchObject({ sourceHandles: ['case:ID', 'default'] });
    expect(listed.find(({ type }) => type === 'trigger.aiTool')).toMatchObject({
      trigger: 'ai_tool',
      targetHandles: [],
    });
  });

  test('is the same outside of workspaces, for all authenticated callers', async () => {
    const query = (inner: string) =>
      `query ($id: ID!) { nodeTypes { ${inner} } workspace(id: $id) { nodeTypes { ${inner} } } }`;
    const { data } = await app.graphql<{ nodeTypes: unknown; workspace: { nodeTypes: unknown } }>(
      query('type fields sourceHandles initialData'),
      { id: owner.workspaceId },
      owner.token,
    );
    expect(data?.nodeTypes).toEqual(data?.workspace.nodeTypes);
    const { errors } = await app.graphql('{ nodeTypes { type } }');
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});
