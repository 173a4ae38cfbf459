import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { addMember, type Person } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
let editor: Person;
let flowId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
  await app.rest(`POST ${path('/secrets')}`, { as: owner.token, body: { name: 'key', value: 'a secret value' } });
  flowId = (await app.seed.flow(owner, { name: 'Used', ...naming }, false)).id;
});
afterAll(() => app.stop());

const path = (rest: string) => `/workspaces/${owner.workspaceId}/flows${rest}`;
const plain = graph([node('t', 'trigger.manual'), node('s', 'logic.stop')], 't>s');
const header = (text: string) =>
  node('s', 'http.request', { method: 'GET', url: 'https://example.com', headers: { a: text } });
const naming = graph([node('t', 'trigger.manual'), header('{{boveda.key}}')], 't>s');
const signed = graph([node('t', 'trigger.webhook', { auth: { type: 'hmac', secretName: 'key' } })]);

async function ask(as: string, route: string, body?: object) {
  const [method, rest = ''] = route.split(' ');
  const answer = await app.rest(`${method} ${path(rest)}`, { as, ...(body && { body }) });
  return { status: answer.status, ...answer.body };
}

describe('secrets:use', () => {
  test('is a capability of an EDITOR, not of a VIEWER who may write flows', async () => {
    expect((await ask(editor.token, 'POST ', { name: 'A', ...naming })).status).toBe(201);
    const viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER', ['flows:write']);
    const refused = await ask(viewer.token, 'POST ', { name: 'A', ...naming });
    expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.error.message).toBe(
      'The capability secrets:use is required to save or activate a flow that uses secrets (key). Ask an owner or admin of the workspace to grant it.',
    );
    expect((await ask(viewer.token, 'POST ', { name: 'A', ...plain })).status).toBe(201);
  });

  test('is asked of whoever saves or activates a flow that names a secret, in every way', async () => {
    const { data: template } = await ask(owner.token, 'POST /templates', { name: 'T', ...naming });
    const { data: file } = await ask(owner.token, `GET /${flowId}/export`);
    await app.rest(`PATCH /workspaces/${owner.workspaceId}/members/${editor.userId}/role`, {
      as: owner.token,
      body: { role: 'EDITOR', deniedCapabilities: ['secrets:use'] },
    });
    const key = await app.seed.apiKey(owner, ['flows:read', 'flows:write', 'crmEvents:write']);
    for (const as of [editor.token, key]) {
      for (const [route, body] of [
        ['POST ', { name: 'A', ...naming }],
        ['POST ', { name: 'A', ...signed }],
        [`PATCH /${flowId}`, { isActive: true }],
        [`PATCH /${flowId}`, { name: 'Renamed' }],
        [`PATCH /${flowId}`, { nodes: [naming.nodes[0], header('{{boveda["k" + "ey"]}}')] }],
        [`POST /${flowId}/duplicate`, {}],
        ['POST /import', { file }],
        [`POST /templates/${(template as { id: string }).id}/use`, {}],
        [`POST /${flowId}/versions/1/restore`, {}],
      ] as const) {
        const { status, error } = await ask(as, route, body);
        const unchanged = route.endsWith('restore');
        expect([route, status, error?.message]).toEqual([
          route,
          ...(unchanged ? [200, undefined] : [403, expect.stringContaining('secrets:use')]),
        ]);
      }
      expect((await ask(as, `PATCH /${flowId}`, { isActive: false })).status).toBe(200);
      expect((await ask(as, 'POST ', { name: 'A', ...plain })).status).toBe(201);
    }
    const able = await app.seed.apiKey(owner, ['flows:read', 'flows:write', 'secrets:use']);
    expect((await ask(able, `PATCH /${flowId}`, { isActive: true })).status).toBe(200);
  });
});
