import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { capabilities } from '../../src/platform/access/capabilities.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

interface Described {
  responses: Record<string, { content?: Record<string, unknown> }>;
}
const { paths } = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, { get?: Described }>;
};

/** Routes of a workspace that answer with a file: by their media type, or by their name. */
const exports = Object.entries(paths).flatMap(([path, { get }]) => {
  const types = Object.entries(get?.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.keys(content));
  const isFile = types.some((type) => type !== 'application/json') || /\/export$/.test(path);
  return get && isFile && path.startsWith('/workspaces/{workspaceId}/') ? [path] : [];
});

let app: TestApp;
let owner: Owner;
let stranger: Owner;
let flowId: string;
let executionId: string;
let fileId: string;
/** Exports of the owner by their format. */
const jobIds: Record<string, string> = {};
/** A text of the owner's records that no answer to others may hold. */
const own = 'only-for-the-owner';
const large = `${own} ${'x'.repeat(100_000)}`;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  stranger = await app.seed.owner();
  flowId = (await app.seed.flow(owner, { name: own, ...graph([node('start', 'trigger.manual')]) })).id;
  executionId = await trigger(app, owner, flowId, { triggerData: { large } });
  await reached(app, owner, executionId);
  const contact = { name: own, email: 'ana@example.com' };
  await app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, { as: owner.token, body: contact });
  const file = await fetch(`${app.url}/workspaces/${owner.workspaceId}/files?name=own.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/plain' },
    body: own,
  });
  fileId = ((await file.json()) as { data: { id: string } }).data.id;
  for (const format of ['csv', 'jsonl']) {
    const body = { resource: 'contacts', format };
    const made = await app.rest(`POST /workspaces/${owner.workspaceId}/exports`, { as: owner.token, body });
    const { id } = made.body.data as { id: string };
    jobIds[format] = id;
    await waitFor(async () => {
      const job = await app.rest(`GET /workspaces/${owner.workspaceId}/jobs/${id}`, { as: owner.token });
      return (job.body.data as { status: string }).status === 'completed';
    });
  }
}, 60_000);

afterAll(() => app.stop());

async function read(path: string, workspaceId: string, as?: string): Promise<{ status: number; text: string }> {
  const url = path
    .replace('{workspaceId}', workspaceId)
    .replace('{flowId}', flowId)
    .replace('{fileId}', fileId)
    .replace('{jobId}', jobIds[path.split('.').at(-1) as string] ?? '')
    .replace('{executionId}', executionId);
  const answer = await fetch(app.url + url, { headers: as === undefined ? {} : { authorization: `Bearer ${as}` } });
  return { status: answer.status, text: await answer.text() };
}

test('the exports of contacts and usage are among the files', () => {
  expect(exports.length).toBeGreaterThan(1);
  expect(exports).toContain('/workspaces/{workspaceId}/contacts/export');
});

describe.each(exports)('GET %s', (path) => {
  test('answers the owner, and no one else with any of it', async () => {
    expect((await read(path, owner.workspaceId, owner.token)).status).toBe(200);
    const refused = [
      { status: 401, ...(await readAs()) },
      { status: 404, ...(await readAs(stranger.token)) },
      { status: 404, ...(await readAs(await app.seed.apiKey(stranger))) },
    ];
    async function readAs(as?: string) {
      const answer = await read(path, owner.workspaceId, as);
      return { found: answer.status, text: answer.text };
    }
    for (const { status, found, text } of refused) {
      expect(found).toBe(status);
      expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: expect.any(String) } });
      expect(text).not.toContain(own);
    }
  });

  test('holds nothing of another workspace, whose caller asks in their own', async () => {
    const { status, text } = await read(path, stranger.workspaceId, stranger.token);
    expect(/\{(flow|job)Id\}/.test(path) ? status : 404).toBe(404);
    expect(text).not.toContain(own);
  });

  test('is refused to a key that lacks one capability, for at least one of them', async () => {
    const statuses = await Promise.all(
      capabilities.map(async (missing) => {
        const key = await app.seed.apiKey(
          owner,
          capabilities.filter((one) => one !== missing),
        );
        return (await read(path, owner.workspaceId, key)).status;
      }),
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(1);
  });
});

test('a large value that is stored apart from its execution is found in no other workspace', async () => {
  const path = '/workspaces/{workspaceId}/flows/executions/{executionId}';
  expect((await read(path, owner.workspaceId, owner.token)).text).toContain(large);
  for (const workspaceId of [owner.workspaceId, stranger.workspaceId]) {
    const { status, text } = await read(path, workspaceId, stranger.token);
    expect([status, text.includes(own)]).toEqual([404, false]);
  }
  const { rows } = await app.services.db.within(stranger.workspaceId).query('select 1 from blobs');
  expect(rows).toEqual([]);
});
