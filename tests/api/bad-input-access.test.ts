import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner, SeededFlow } from '../support/seed.js';
import { type Ask, ask, type SurfaceAnswer, type SurfaceOperation, surfaces } from './both-surfaces.js';

let app: TestApp;
let owner: Owner;
let stranger: Owner;
let flow: SeededFlow;
/** Of things that exist, in the stranger's workspace. */
let theirs: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  [owner, stranger] = [await app.seed.owner(), await app.seed.owner()];
  flow = await app.seed.flow(owner, graph([node('t', 'trigger.webhook')]), false);
  theirs = await makeOneOfEach(stranger);
});
afterAll(() => app.stop());

async function makeOneOfEach({ token: as, workspaceId }: Owner): Promise<Record<string, string>> {
  const make = async (operation: SurfaceOperation, request: Ask) => {
    const answer = await ask(app, 'REST', operation, { as, workspaceId, ...request });
    return answer.data.data as { id: string; executionId: string };
  };
  const flowId = (await app.seed.flow(stranger, graph([node('t', 'trigger.manual'), node('s', 'logic.stop')], 't>s')))
    .id;
  const { executionId } = await make('triggerFlow', { ids: { flowId }, input: {} });
  const { id: folderId } = await make('createFolder', { input: { name: 'Theirs' } });
  const { id: keyId } = await make('createApiKey', { input: { name: 'Theirs', capabilities: ['*'] } });
  return { flowId, executionId, folderId, keyId };
}

/** Operations on one thing, by the name of its id. */
const byId: [SurfaceOperation, string][] = [
  ['findFlow', 'flowId'],
  ['updateFlow', 'flowId'],
  ['deleteFlow', 'flowId'],
  ['validateFlow', 'flowId'],
  ['triggerFlow', 'flowId'],
  ['listFlowExecutions', 'flowId'],
  ['getExecution', 'executionId'],
  ['cancelExecution', 'executionId'],
  ['updateFolder', 'folderId'],
  ['deleteFolder', 'folderId'],
  ['revokeApiKey', 'keyId'],
];
const writes = byId.filter(([operation]) => /^update|^trigger/.test(operation));

/** A body that its operation would refuse. */
const badInput = { name: 7, triggerData: 7, nonsense: true };
const input = (operation: SurfaceOperation, value: object) =>
  writes.some(([name]) => name === operation) ? { input: value } : {};

function outcome({ status, code }: SurfaceAnswer) {
  return { status, code };
}
const notFound = { status: 404, code: 'NOT_FOUND' };
const invalidToken = { status: 401, code: 'INVALID_TOKEN' };

describe.each(surfaces)('an id in %s', (surface) => {
  const asOwner = (operation: SurfaceOperation, ids: Record<string, string>) =>
    ask(app, surface, operation, { as: owner.token, workspaceId: owner.workspaceId, ids, ...input(operation, {}) });

  test.each(byId)(
    'of nothing, in no form of an id, or of another workspace is not found: %s',
    async (operation, name) => {
      const unknown = await asOwner(operation, { [name]: '019ab3f2-0000-7000-8000-000000000000' });
      expect(outcome(unknown)).toEqual(notFound);
      for (const id of ['7', 'null', "x' or 1=1", 'ü\u0000', theirs[name] as string]) {
        const answer = await asOwner(operation, { [name]: id });
        expect({ ...answer, data: null }).toEqual({ ...unknown, data: null });
      }
    },
  );

  test.each(byId)('of a stranger’s workspace is not found either, whatever it names: %s', async (operation, name) => {
    for (const workspaceId of [stranger.workspaceId, '019ab3f2-0000-7000-8000-000000000000', 'x', '\u0000']) {
      for (const id of [theirs[name] as string, flow.id, 'x']) {
        const request = { as: owner.token, workspaceId, ids: { [name]: id }, ...input(operation, badInput) };
        const answer = await ask(app, surface, operation, request);
        expect(outcome(answer)).toEqual(notFound);
        expect(answer.message).toContain('Workspace not found');
      }
    }
  });
});

describe.each(surfaces)('a credential in %s', (surface) => {
  const with_ = (as: string | undefined, operation: SurfaceOperation = 'listFlows') =>
    ask(app, surface, operation, { as, workspaceId: owner.workspaceId });

  test('that is missing is told so', async () => {
    for (const operation of ['listFlows', 'me', 'getWorkspace', 'listWorkspaces'] as const) {
      const answer = await with_(undefined, operation);
      expect(outcome(answer)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
      expect(answer.message).toContain('Authorization: Bearer');
    }
  });

  test('that is no token of this server is invalid', async () => {
    const [header, payload, signature] = owner.token.split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const bad = [
      'garbage',
      'a.b.c',
      'ü'.normalize('NFD').slice(0, 1),
      `${header}.${payload}.`,
      `${header}.${encode({ ...claims, sub: stranger.workspaceId })}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `wak_${'0'.repeat(33)}`,
      'wak_',
    ];
    for (const token of bad) {
      const answer = await with_(token);
      expect({ token, ...outcome(answer) }).toEqual({ token, ...invalidToken });
    }
  });

  test('that was signed for others, by others or too long ago is invalid', async () => {
    const [, payload] = owner.token.split('.') as [string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string | number>;
    const sign = (changes: Record<string, unknown>, secret = app.services.settings.jwtSecret) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
    expect(outcome(await with_(await sign({})))).toEqual({ status: 200, code: null });
    const past = Math.floor(Date.now() / 1000) - 1;
    const expired = await with_(await sign({ exp: past, iat: past - 900 }));
    expect(outcome(expired)).toEqual(invalidToken);
    expect(expired.message).toContain('has expired');
    for (const token of [
      await sign({ iss: 'somebody' }),
      await sign({ aud: 'something' }),
      await sign({ exp: undefined }),
      await sign({ sid: undefined }),
      await sign({ sid: 'no-uuid' }),
      await sign({ sub: 'no-uuid' }),
      await sign({ ver: 'one' }),
      await sign({}, 'another secret of at least thirty-two characters'),
    ]) {
      expect(outcome(await with_(token))).toEqual(invalidToken);
      expect(outcome(await with_(token, 'me'))).toEqual(invalidToken);
    }
  });

  test('that is a revoked or an expired key is invalid at once', async () => {
    const { token: as, workspaceId } = owner;
    const { data } = await ask(app, 'REST', 'createApiKey', {
      as,
      workspaceId,
      input: { name: 'K', capabilities: ['*'] },
    });
    const { id: keyId, key } = data.data as { id: string; key: string };
    expect(outcome(await with_(key))).toEqual({ status: 200, code: null });
    await ask(app, surface, 'revokeApiKey', { as, workspaceId, ids: { keyId } });
    for (const operation of ['listFlows', 'me'] as const) {
      expect(outcome(await with_(key, operation))).toEqual(invalidToken);
    }
  });

  test('of a session that was ended is invalid at once', async () => {
    const { token, workspaceId } = await app.seed.owner();
    expect((await app.rest('POST /auth/logout', { as: token })).status).toBe(200);
    expect(outcome(await ask(app, surface, 'listFlows', { as: token, workspaceId }))).toEqual(invalidToken);
  });
});

describe.each(surfaces)('checks in %s', (surface) => {
  const bad = { flowId: 'x' };
  const attempt = (request: Ask, operation: SurfaceOperation = 'updateFlow') =>
    ask(app, surface, operation, { workspaceId: owner.workspaceId, ids: bad, input: badInput, ...request });

  test('come in order: credential, session, workspace, capability, id, body', async () => {
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    const all = await app.seed.apiKey(owner);
    const elsewhere = { workspaceId: stranger.workspaceId };
    const request = { workspaceId: stranger.workspaceId, input: badInput, ids: {} };
    expect(outcome(await attempt(elsewhere))).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect(outcome(await attempt({ ...elsewhere, as: 'garbage' }))).toEqual(invalidToken);
    expect(outcome(await attempt({ ...request, as: all }, 'createApiKey'))).toEqual({
      status: 403,
      code: 'SESSION_REQUIRED',
    });
    expect(outcome(await attempt({ ...elsewhere, as: reader }))).toEqual(notFound);
    const refused = await attempt({ as: reader });
    expect(outcome(refused)).toEqual({ status: 403, code: 'FORBIDDEN' });
    expect(refused.message).toContain('flows:write');
    expect(outcome(await attempt({ as: all }))).toEqual(notFound);
    const last = await attempt({ as: all, ids: { flowId: flow.id } });
    expect(outcome(last)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
  });

  test('ask for an id before they look at what fits no type or breaks a rule', async () => {
    const { token: as } = owner;
    for (const value of [{ name: 7 }, { name: ' ' }, { tags: [''] }, { nonsense: 1 }]) {
      for (const flowId of ['x', theirs.flowId as string, '019ab3f2-0000-7000-8000-000000000000']) {
        expect(outcome(await attempt({ as, ids: { flowId }, input: value }))).toEqual(notFound);
      }
    }
    const query = { limit: 'abc', sortBy: 'nope' };
    const answer = await ask(app, surface, 'listFlowExecutions', {
      as,
      workspaceId: owner.workspaceId,
      ids: { flowId: theirs.flowId as string },
      query,
    });
    expect(outcome(answer)).toEqual(notFound);
  });
});

describe.each(surfaces)('a webhook in %s', (surface) => {
  const run = (token?: string) =>
    ask(app, surface, 'runWebhook', {
      ...(token !== undefined && { query: { token } }),
      ...(surface === 'REST' && { input: { a: 1 } }),
    });

  test('with a token that webhook token is not valid is refused', async () => {
    expect((await run('')).message).toContain('webhook token is missing');
    for (const token of ['x', 'wh_ü', '\u0000', 'x'.repeat(5000)]) {
      const answer = await run(token);
      expect(outcome(answer)).toEqual(invalidToken);
      expect(answer.message).toContain('webhook token is not valid');
    }
  });

  test('of a paused flow is a conflict that says so', async () => {
    const token = new URL(flow.webhookUrl as string).searchParams.get('token') as string;
    const answer = await run(token);
    expect(outcome(answer)).toEqual({ status: 409, code: 'FLOW_PAUSED' });
    expect(answer.message).toContain('Activate it');
  });

  test('takes no access token for its own', async () => {
    const answer = await ask(app, surface, 'runWebhook', { as: owner.token, query: { token: 'x' } });
    expect(outcome(answer)).toEqual(invalidToken);
  });
});

test('a webhook without a token is refused in REST', async () => {
  for (const body of [{ a: 1 }, undefined]) {
    const answer = await app.rest('POST /flows/run', { ...(body !== undefined && { body }) });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  }
});
