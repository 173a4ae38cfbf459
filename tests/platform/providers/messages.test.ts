import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/index.js';
import { sendSms } from '../../../src/platform/providers/send-sms.js';
import { sendWhatsapp, type WhatsappContent } from '../../../src/platform/providers/send-whatsapp.js';
import { type LoopbackServer, startLoopbackServer } from '../outbound/loopback-server.js';

let server: LoopbackServer;
let outbound: Outbound;
let answer: { status: number; body: string };
const { signal } = new AbortController();

beforeAll(async () => {
  const reply: Parameters<typeof startLoopbackServer>[0][string] = (_request, response) => {
    response.writeHead(answer.status).end(answer.body);
  };
  server = await startLoopbackServer({ '/12/messages': reply, '/2010-04-01/Accounts/AC%2F1/Messages.json': reply });
  outbound = createOutbound({ allow: ['127.0.0.1'] });
});

afterAll(async () => {
  await outbound.close();
  await server.close();
});

const whatsapp = (content: WhatsappContent = { kind: 'text', text: 'Hi' }, baseUrl = server.origin) =>
  sendWhatsapp(outbound, { baseUrl, accessToken: 't', phoneNumberId: '12' }, { to: '+34600000001', content }, signal);
const sms = (from?: string) =>
  sendSms(
    outbound,
    { baseUrl: server.origin, accountSid: 'AC/1', authToken: 't' },
    { to: '+34600000001', text: 'Hi', from },
    signal,
  );

describe('WhatsApp', () => {
  test.each([
    [400, { code: 131047, message: 'Re-engagement message' }, 'WINDOW_CLOSED', false],
    [400, { code: 131026, message: 'Undeliverable' }, 'PROVIDER_REFUSED', false],
    [401, { code: 190, message: 'Token expired' }, 'PROVIDER_REFUSED', false],
    [400, { code: 130429, message: 'Too many' }, 'PROVIDER_UNAVAILABLE', true],
    [400, { code: 5, message: 'Odd', is_transient: true }, 'PROVIDER_UNAVAILABLE', true],
    [500, { code: 131000, message: 'Something went wrong' }, 'PROVIDER_UNAVAILABLE', true],
    [429, undefined, 'PROVIDER_UNAVAILABLE', true],
    [200, undefined, 'PROVIDER_REFUSED', false],
  ])('answering %s %j is %s', async (status, error, code, retryable) => {
    answer = { status, body: error ? JSON.stringify({ error }) : '<html>' };
    await expect(whatsapp()).rejects.toMatchObject({ name: 'ProviderError', code, retryable });
  });

  test('says in its details what was wrong', async () => {
    const error = { code: 132000, message: 'Bad parameters', error_data: { details: 'expected 2,\n got 1' } };
    answer = { status: 400, body: JSON.stringify({ error }) };
    await expect(whatsapp()).rejects.toThrow(
      'WhatsApp rejected the request (400): Bad parameters: expected 2, got 1 (132000)',
    );
  });

  test('gets the values of a template by name', async () => {
    answer = { status: 200, body: '{"messages":[{"id":"w-1"}]}' };
    const content = { kind: 'template', name: 'hi', language: 'es', variables: { who: 'Ana' } } as const;
    expect(await whatsapp(content)).toEqual({ messageId: 'w-1' });
    expect(JSON.parse(server.received.at(-1)?.body ?? '').template.components).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'who', text: 'Ana' }] },
    ]);
    await whatsapp({ kind: 'template', name: 'hi', language: 'es', variables: [] });
    expect(JSON.parse(server.received.at(-1)?.body ?? '').template.components).toEqual([]);
  });

  test('that is away may be there later', async () => {
    await expect(whatsapp(undefined, 'http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringMatching(/^WhatsApp could not be reached/),
      retryable: true,
    });
  });
});

describe('Twilio', () => {
  test('chooses the number where a messaging service is the sender', async () => {
    answer = { status: 201, body: '{"sid":"SM1"}' };
    expect(await sms('MG123')).toEqual({ messageId: 'SM1' });
    expect(new URLSearchParams(server.received.at(-1)?.body).get('MessagingServiceSid')).toBe('MG123');
  });

  test('is not asked without a sender', async () => {
    const asked = server.received.length;
    await expect(sms()).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' });
    expect(server.received).toHaveLength(asked);
  });
});
