import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { verifyWebhook } from '../../src/client/index.js';
import {
  requireBodySignature,
  requireSlackSignature,
  requireStandardSignature,
  requireStripeSignature,
} from '../../src/platform/signatures/signature-schemes.js';

/** The examples in the documentation of the senders. */
const examples = {
  standardWebhooks: {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    at: 1_614_265_330,
    body: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    check: requireStandardSignature,
  },
  slack: {
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    at: 1_531_420_618,
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    check: requireSlackSignature,
  },
  github: {
    secret: "It's a Secret to Everybody",
    at: 0,
    body: 'Hello, World!',
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    check: (request: Request, secret: string) => requireBodySignature(request, secret, 'x-hub-signature-256'),
  },
  stripe: {
    secret: 'whsec_test_secret',
    at: 1_700_000_000,
    body: '{"id":"evt_1"}',
    headers: {
      'stripe-signature': `t=1700000000,v1=${createHmac('sha256', 'whsec_test_secret').update('1700000000.{"id":"evt_1"}').digest('hex')},v0=00`,
    },
    check: requireStripeSignature,
  },
};

type Request = { header(name: string): string | undefined; bytes: Buffer };

const received = (headers: Record<string, string>, body: string): Request => ({
  header: (name) => headers[name],
  bytes: Buffer.from(body),
});

test.each(Object.entries(examples))('%s: the documented example is accepted, nothing else is', (_name, example) => {
  const { secret, at, body, headers, check } = example;
  const now = new Date(at * 1000);
  const given = headers as Record<string, string>;
  check(received(given, body), secret, now);

  const refused = { code: 'INVALID_TOKEN' };
  const call = (...args: Parameters<typeof requireStripeSignature>) => expect(() => check(...args));
  call(received(given, `${body} `), secret, now).toThrow(expect.objectContaining(refused));
  call(received(given, body), `${secret.slice(0, -1)}A`, now).toThrow(expect.objectContaining(refused));
  for (const name of Object.keys(given)) {
    const { [name]: _missing, ...others } = given;
    call(received(others, body), secret, now).toThrow(expect.objectContaining(refused));
    call(received({ ...given, [name]: 'x' }, body), secret, now).toThrow(expect.objectContaining(refused));
  }
});

test.each(['standardWebhooks', 'slack', 'stripe'] as const)('%s: a signature is valid for 300 seconds', (name) => {
  const { secret, at, body, headers, check } = examples[name];
  const request = received(headers as Record<string, string>, body);
  const after = (seconds: number) => new Date((at + seconds) * 1000);
  for (const seconds of [-300, 300]) check(request, secret, after(seconds));
  for (const seconds of [-301, 301]) {
    expect(() => check(request, secret, after(seconds))).toThrow('at most 300 seconds from now');
  }
});

test('a secret of Standard Webhooks that is not one is named, not decoded to something else', () => {
  const { at, body, headers } = examples.standardWebhooks;
  for (const secret of ['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_not base64']) {
    expect(() => requireStandardSignature(received(headers, body), secret, new Date(at * 1000))).toThrow(
      'must be whsec_ followed by base64',
    );
  }
});

describe('verifyWebhook of the client', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const now = new Date('2026-11-22T10:00:00Z');
  const seconds = now.getTime() / 1_000;
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'contact.created',
    timestamp: now.toISOString(),
    data: { name: 'Zoë' },
  });

  function headersOf(timestamp: number, signatures?: string): Record<string, string> {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures ?? `v1a,xyz v1,AAAA v1,${signature}`,
    };
  }

  test('returns the event, of text or bytes, by one of several signatures and secrets', async () => {
    const headers = headersOf(seconds - 300);
    const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const event = await verifyWebhook({ body, headers, secret: [other, secret], now });
    expect(event).toMatchObject({ type: 'contact.created', data: { name: 'Zoë' } });
    expect(await verifyWebhook({ body: Buffer.from(body), headers: new Headers(headers), secret, now })).toEqual(event);
  });

  test.each([
    ['a changed body', { body: body.replace('Zoë', 'Zoe') }, 'The signature is not valid.'],
    ['another secret', { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 'The signature is not valid.'],
    ['another version of signatures', { headers: headersOf(seconds, 'v2,AAAA') }, 'The signature is not valid.'],
    ['an old time', { headers: headersOf(seconds - 301) }, 'webhook-timestamp must be at most 300 seconds from now.'],
    [
      'a time to come',
      { headers: headersOf(seconds + 301) },
      'webhook-timestamp must be at most 300 seconds from now.',
    ],
    ['a missing header', { headers: {} }, 'The header webhook-id is required.'],
    ['a secret of another kind', { secret: 'hunter2' }, 'secret must be `whsec_` and base64.'],
  ])('refuses %s', async (_, changed, message) => {
    await expect(verifyWebhook({ body, headers: headersOf(seconds), secret, now, ...changed })).rejects.toThrow(
      message,
    );
  });
});
