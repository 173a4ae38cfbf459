import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { graph, node } from '../../../support/graphs.js';
import { type ServerProcess, startServerProcess } from '../../../support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from '../../../support/temporary-folder.js';

// Starts three servers on one database.

let database: TestDatabase;
let folder: TemporaryFolder;
const servers: ServerProcess[] = [];
let urls: string[];
let token: string;
let workspaceId: string;

beforeAll(async () => {
  [database, folder] = [await createTestDatabase(), await temporaryFolder()];
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    ROLE: 'api',
    REGISTRATION: 'open',
    RATE_LIMIT_PER_MINUTE: '0',
    JWT_SECRET: randomBytes(48).toString('base64'),
    VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
  servers.push(...Array.from({ length: 3 }, () => startServerProcess(env)));
  urls = await Promise.all(servers.map(async (server) => (await server.says(/Ready in .*: (\S+)/))[1] as string));
  const { data } = await call(0, 'POST /auth/register', { email: 'a@example.com', password: 'correct horse battery' });
  const { accessToken, workspaces } = data as unknown as { accessToken: string; workspaces: { id: string }[] };
  [token, workspaceId] = [accessToken, workspaces[0]?.id as string];
});
afterAll(async () => {
  for (const server of servers) server.kill();
  await database.drop();
  folder.remove();
});

interface Answer {
  status: number;
  data: { id: string; version: number; name: string; webhookToken: string; usageCount: number };
  code?: string;
}

/** Sends a request to one of the processes. @param route `P` stands for the path of the workspace */
async function call(process: number, route: string, body?: object): Promise<Answer> {
  const [method, path = ''] = route.split(' ');
  const response = await fetch(urls[process % urls.length] + path.replace(/^P/, `/workspaces/${workspaceId}`), {
    method: method as string,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = (await response.json()) as { data: never; error?: { code: string } };
  return { status: response.status, data, ...(error && { code: error.code }) };
}

const many = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

async function hook(): Promise<Answer['data']> {
  const { data } = await call(0, 'POST P/flows', { name: 'Hook', ...graph([node('t', 'trigger.webhook')]) });
  return (await call(1, `PATCH P/flows/${data.id}`, { isActive: true })).data;
}

describe('with three processes', () => {
  test('exactly one of concurrent changes with the same expectedVersion succeeds', async () => {
    const { id } = await hook();
    const answers = await many(30, (n) => call(n, `PATCH P/flows/${id}`, { name: `Name ${n}`, expectedVersion: 1 }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'VERSION_CONFLICT')).toHaveLength(29);
    const succeeded = answers.find(({ status }) => status === 200)?.data;
    for (const process of [0, 1, 2]) {
      expect((await call(process, `GET P/flows/${id}`)).data).toMatchObject({ version: 2, name: succeeded?.name });
    }
  });

  test('concurrent changes without expectedVersion all succeed, one after the other', async () => {
    const { id } = await hook();
    const answers = await many(12, (n) => call(n, `PATCH P/flows/${id}`, { name: `Name ${n}` }));
    expect(answers.map(({ data }) => data.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 2),
    );
  });

  test('a replaced webhook token stops working immediately in all processes', async () => {
    let { id, webhookToken } = await hook();
    const runs = (of: string) => many(6, (n) => call(n, `POST /flows/run?token=${of}`, {}));
    expect((await runs(webhookToken)).map(({ status }) => status)).toEqual(Array(6).fill(202));
    for (const process of [0, 1, 2]) {
      const former = webhookToken;
      webhookToken = (await call(process, `POST P/flows/${id}/regenerate-token`)).data.webhookToken;
      expect((await runs(former)).map(({ code }) => code)).toEqual(Array(6).fill('INVALID_TOKEN'));
      expect((await runs(webhookToken)).map(({ status }) => status)).toEqual(Array(6).fill(202));
    }
  });

  test('of tokens that are regenerated concurrently only the last one works', async () => {
    const { id } = await hook();
    const regenerated = await many(9, (n) => call(n, `POST P/flows/${id}/regenerate-token`));
    const tokens = new Set(regenerated.map(({ data }) => data.webhookToken));
    expect(tokens.size).toBe(9);
    const { webhookToken } = (await call(2, `GET P/flows/${id}`)).data;
    expect(tokens).toContain(webhookToken);
    const working = await Promise.all(
      [...tokens].map(async (one, n) =>
        (await call(n, `POST /flows/run?token=${one}`, {})).status === 202 ? [one] : [],
      ),
    );
    expect(working.flat()).toEqual([webhookToken]);
  });

  test('the uses of a template are counted exactly', async () => {
    const { data } = await call(0, 'POST P/flows/templates', { name: 'Own', ...graph([node('t', 'trigger.manual')]) });
    const used = await many(100, (n) => call(n, `POST P/flows/templates/${data.id}/use`, {}));
    expect(used.filter(({ status }) => status !== 201)).toEqual([]);
    expect((await call(1, `GET P/flows/templates/${data.id}`)).data.usageCount).toBe(100);
  });
});
