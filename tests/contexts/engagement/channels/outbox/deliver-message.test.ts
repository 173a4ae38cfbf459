import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  deliverMessage,
  type OutgoingMessage,
} from '../../../../../src/contexts/engagement/channels/outbox/deliver-message.js';
import { createLog } from '../../../../../src/platform/log.js';
import { ProviderError } from '../../../../../src/platform/providers/provider-error.js';
import { startTestApp, type TestApp } from '../../../../support/app.js';

let app: TestApp;
let message: OutgoingMessage;
const log = createLog({ level: 'fatal' });

beforeAll(async () => {
  app = await startTestApp();
  const { workspaceId } = await app.seed.owner();
  const step = { executionId: '01890000-0000-7000-8000-000000000000', nodeId: 'n', idempotencyKey: 'e:n:' };
  message = { workspaceId, origin: 'flow', ...step, channel: 'sms', to: '+34600000001', subject: null, body: 'Hi' };
});

afterAll(() => app.stop());

const rows = async (idempotencyKey: string) =>
  (
    await app.services.db.pool.query(
      'select status, message_id, error from outbox_messages where workspace_id = $1 and idempotency_key = $2',
      [message.workspaceId, idempotencyKey],
    )
  ).rows;

describe('delivering a message', () => {
  test('does not send a sent message again, and returns the same result', async () => {
    let sent = 0;
    const send = async () => ({ messageId: `m-${++sent}` });
    const deliver = (idempotencyKey: string) =>
      deliverMessage({ sql: app.services.db.pool, log }, { ...message, idempotencyKey }, { source: 'platform', send });
    const first = await deliver('a');
    expect(first).toEqual({ id: expect.any(String), messageId: 'm-1', sandbox: false });
    expect(await deliver('a')).toEqual(first);
    expect(await deliver('b')).toEqual({ id: expect.any(String), messageId: 'm-2', sandbox: false });
    expect(sent).toBe(2);
  });

  test('stores a failure until a later attempt succeeds', async () => {
    const options = { sql: app.services.db.pool, log };
    const failing = async () => Promise.reject(new ProviderError('PROVIDER_UNAVAILABLE', 'Away.', true));
    const its = { ...message, idempotencyKey: 'c' };
    await expect(deliverMessage(options, its, { source: 'platform', send: failing })).rejects.toThrow('Away.');
    expect(await rows('c')).toEqual([
      { status: 'failed', message_id: null, error: { code: 'PROVIDER_UNAVAILABLE', message: 'Away.' } },
    ]);
    await deliverMessage(options, its, { source: 'platform', send: async () => ({ messageId: 'm' }) });
    expect(await rows('c')).toEqual([{ status: 'sent', message_id: 'm', error: null }]);
  });

  test('succeeds if the message was sent, even if that cannot be stored', async () => {
    const unknown = { ...message, workspaceId: '01890000-0000-7000-8000-000000000000' };
    const channel = { source: 'platform' as const, send: async () => ({ messageId: 'm' }) };
    const delivered = await deliverMessage({ sql: app.services.db.pool, log }, unknown, channel);
    expect(delivered).toEqual({ id: null, messageId: 'm', sandbox: false });
  });

  test('stores the beginning of a long text, and text that Postgres would refuse', async () => {
    const body = `\u0000${'x'.repeat(200_000)}`;
    await deliverMessage(
      { sql: app.services.db.pool, log },
      { ...message, idempotencyKey: 'd', body },
      { source: 'sandbox' },
    );
    const { rows: kept } = await app.services.db.pool.query(
      'select length(body) as length from outbox_messages where idempotency_key = $1',
      ['d'],
    );
    expect(kept).toEqual([{ length: 100_002 }]);
  });
});
