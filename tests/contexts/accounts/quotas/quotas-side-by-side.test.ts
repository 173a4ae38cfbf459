import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { quotaLimits, setLimits } from '../../../../src/contexts/accounts/quotas/index.js';
import type { QuotaName } from '../../../../src/platform/quota-names.js';
import { bearer, RawSocket, subscribe } from '../../../api/raw-socket.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';

interface Tenant extends Owner {
  flow: SeededFlow;
}

const clock = new Date('2026-03-02T07:30:30Z');
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: () => clock, limits: { perMinute: 30 } });
});
afterAll(() => app.stop());

/** Two workspaces, of which the first has a limit. */
async function pair(quotas: Partial<Record<QuotaName, number>>): Promise<[limited: Tenant, other: Tenant]> {
  const [limited, other] = [await tenant(), await tenant()];
  await setLimits(app.services.db.pool, limited.workspaceId, { quotas });
  await app.services.get(quotaLimits).refresh();
  return [limited, other];
}

async function tenant(): Promise<Tenant> {
  const owner = await app.seed.owner();
  const waits = graph([node('start', 'trigger.webhook'), node('wait', 'logic.delay', { seconds: 60 })], 'start>wait');
  return { ...owner, flow: await app.seed.flow(owner, waits) };
}

const call = async ({ flow }: Tenant, body: object = {}) =>
  (await app.rest(`POST ${flow.webhookPath}`, { body })).status;

const read = async ({ token, workspaceId }: Tenant) =>
  (await app.rest(`GET /workspaces/${workspaceId}`, { as: token })).status;

describe('a workspace at its limit', () => {
  test.each<[QuotaName, number]>([
    ['executionsStartedPerMinute', 2],
    ['executionsQueued', 2],
  ])('of %s starts no more, and another one does', async (name, limit) => {
    const [limited, other] = await pair({ [name]: limit });
    for (let count = 0; count < limit; count++) expect(await call(limited)).toBe(202);
    expect(await call(limited)).toBe(429);
    for (let count = 0; count < limit + 2; count++) expect(await call(other)).toBe(202);
    expect(await call(limited)).toBe(429);
  });

  test('of storage stores no more, and another one does', async () => {
    const [limited, other] = await pair({ storageBytes: 100_000 });
    const large = { text: 'x'.repeat(150_000) };
    expect(await call(limited, large)).toBe(202);
    await app.services.get(quotaLimits).refresh();
    const statuses = [await call(limited, large), await call(other, large), await call(other, large)];
    expect(statuses.slice(1)).toEqual([202, 202]);
    const quotas = await app.rest(`GET /workspaces/${other.workspaceId}/quotas`, { as: other.token });
    const storage = (quotas.body.data as { name: string; used: number }[]).find(({ name }) => name === 'storageBytes');
    expect(storage).toMatchObject({ used: 300_022, refused: 0 });
  });

  test('of requests per minute is refused, and another one answered, as is the same caller elsewhere', async () => {
    const [limited, other] = await pair({});
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push(await read(limited));
    expect(statuses.at(-1)).toBe(429);
    expect([await read(other), await call(other), await call(limited)]).toEqual([200, 202, 202]);
    const made = await app.rest('POST /workspaces', { as: limited.token, body: { name: 'Second' } });
    const { id } = made.body.data as { id: string };
    expect(await read({ ...limited, workspaceId: id })).toBe(200);
    expect(await read(limited)).toBe(429);
  });

  test('of operations on a socket is refused there, and another one subscribes', async () => {
    const [limited, other] = await pair({});
    const document = 'subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { cursor } }';
    const busy = await new RawSocket(app.url).acknowledged(bearer(await app.seed.apiKey(limited)));
    for (let count = 0; count <= 100; count++) {
      await busy.send(subscribe(String(count), document, { id: limited.workspaceId }));
    }
    expect((await busy.next()).type).toBe('error');
    const quiet = await new RawSocket(app.url).acknowledged(bearer(await app.seed.apiKey(other)));
    await quiet.send(subscribe('1', document, { id: other.workspaceId }), { type: 'ping' });
    expect((await quiet.next()).type).toBe('pong');
    await Promise.all([busy.end(), quiet.end()]);
  });
});
