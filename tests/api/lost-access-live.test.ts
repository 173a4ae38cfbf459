import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-sse';
import { addMember } from '../contexts/accounts/members/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { bearer, RawSocket, type SocketMessage, subscribe } from './raw-socket.js';

let app: TestApp;
let owner: Owner;
let flowId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  flowId = (await app.seed.flow(owner, graph([node('start', 'trigger.manual')]))).id;
});

afterAll(() => app.stop());

const follow = `subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { execution { id } } }`;

const remove = async (path: string) => {
  const { status } = await app.rest(`DELETE /workspaces/${owner.workspaceId}${path}`, { as: owner.token });
  expect(status).toBe(200);
};

interface Lost {
  credential: string;
  lose: () => Promise<void>;
}

const losses: [string, string, () => Promise<Lost>][] = [
  [
    'a member who is removed',
    'NOT_FOUND',
    async () => {
      const { token, userId } = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
      return { credential: token, lose: () => remove(`/members/${userId}`) };
    },
  ],
  [
    'a key that is revoked',
    'INVALID_TOKEN',
    async () => {
      const body = { name: 'Key', capabilities: ['flows:read'] };
      const made = await app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, { as: owner.token, body });
      const { id, key } = made.body.data as { id: string; key: string };
      return { credential: key, lose: () => remove(`/api-keys/${id}`) };
    },
  ],
  [
    'a key whose creator is removed',
    'INVALID_TOKEN',
    async () => {
      const { token, userId } = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
      const credential = await app.seed.apiKey({ ...owner, token }, ['flows:read']);
      return { credential, lose: () => remove(`/members/${userId}`) };
    },
  ],
];

const codeOf = ({ payload }: SocketMessage) =>
  (payload as { errors?: { extensions: { code: string } }[] } | undefined)?.errors?.[0]?.extensions.code;

describe.each(losses)('%s', (_, code, prepare) => {
  test('receives no further event by socket', async () => {
    const { credential, lose } = await prepare();
    const socket = await new RawSocket(app.url).acknowledged(bearer(credential));
    await socket.send(subscribe('live', follow, { id: owner.workspaceId }));
    let first: SocketMessage | undefined;
    void socket.next().then((message) => {
      first = message;
    });
    await waitFor(async () => {
      await trigger(app, owner, flowId);
      return first !== undefined;
    });
    await lose();
    const after = await trigger(app, owner, flowId);
    const messages: SocketMessage[] = [];
    do messages.push(await socket.next());
    while (messages.at(-1)?.type === 'next' && codeOf(messages.at(-1) as SocketMessage) === undefined);
    expect(codeOf(messages.at(-1) as SocketMessage)).toBe(code);
    expect(JSON.stringify(messages)).not.toContain(after);
    await socket.end();
  });

  test('receives no further event by stream', async () => {
    const { credential, lose } = await prepare();
    const client = createClient({
      url: `${app.url}/graphql`,
      retryAttempts: 0,
      headers: { authorization: `Bearer ${credential}` },
    });
    const results = client.iterate({ query: follow, variables: { id: owner.workspaceId } });
    let isThere = false;
    void results.next().then(() => {
      isThere = true;
    });
    await waitFor(async () => {
      await trigger(app, owner, flowId);
      return isThere;
    });
    await lose();
    const after = await trigger(app, owner, flowId);
    const seen: unknown[] = [];
    for await (const result of results) seen.push(result);
    expect(JSON.stringify(seen)).not.toContain(after);
    expect(JSON.stringify(seen.at(-1))).toContain(code);
  });
});
