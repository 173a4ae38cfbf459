import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { type ProviderFixture, startProviderFixture } from '../channels/provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;

beforeAll(async () => {
  fixture = await startProviderFixture();
}, 60_000);

beforeEach(async () => {
  fixture.beforeAnswer = async () => undefined;
  owner = await fixture.app.seed.owner();
});

afterAll(() => fixture.stop());

type Row = Record<string, unknown> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await fixture.app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}

/** A campaign sent to two contacts, and its counts. */
async function sent() {
  for (const phone of ['+34600000001', '+34600000002']) await call('POST', '/contacts', { phone });
  const { id } = await call('POST', '/campaigns', {
    name: 'Spring',
    channel: 'sms',
    message: 'Hello',
    audience: { all: true },
  });
  await call('POST', `/campaigns/${id}/send`);
  await waitFor(async () => (await call('GET', `/campaigns/${id}`)).status === 'sent');
  const counts = async () => {
    const { sentCount, deliveredCount, failedCount } = await call('GET', `/campaigns/${id}`);
    return { sentCount, deliveredCount, failedCount };
  };
  const recipients = async () => (await call('GET', `/campaigns/${id}/recipients?sortBy=status`)) as unknown as Row[];
  return { counts, recipients };
}

describe('the delivery states of a campaign', () => {
  test('are counted once: delivered and failed messages', async () => {
    const begun = fixture.requests.length;
    const { counts, recipients } = await sent();
    expect(await counts()).toEqual({ sentCount: 2, deliveredCount: 0, failedCount: 0 });
    const [one, other] = fixture.requests.slice(begun);
    if (!one || !other) throw new Error('The provider got no requests.');
    for (const MessageStatus of ['delivered', 'delivered']) await fixture.reportStatus(one, { MessageStatus });
    expect(await counts()).toEqual({ sentCount: 2, deliveredCount: 1, failedCount: 0 });
    await fixture.reportStatus(other, { MessageStatus: 'undelivered', ErrorCode: '30003' });
    expect(await counts()).toEqual({ sentCount: 1, deliveredCount: 1, failedCount: 1 });
    expect(await recipients()).toMatchObject([
      { status: 'failed', error: expect.stringContaining('UNREACHABLE') },
      { status: 'delivered', error: null },
    ]);
  });

  test('are counted if they arrive before the message is stored as sent', async () => {
    fixture.beforeAnswer = async (request) => {
      expect((await fixture.reportStatus(request, { MessageStatus: 'delivered' })).status).toBe(200);
    };
    const { counts } = await sent();
    expect(await counts()).toEqual({ sentCount: 2, deliveredCount: 2, failedCount: 0 });
  });
});
