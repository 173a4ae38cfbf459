import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';

export const authToken = 'tw-secret-token';
export const appSecret = 'wa-app-secret';
export const verifyToken = 'wa-verify-token';

/** The public URL of the test's server. */
const publicUrl = 'http://localhost:4000';

/** A request to a provider to send a message. */
export interface ProviderRequest {
  id: string;
  to: string;
  statusCallback: string | null;
}

export interface ProviderFixture {
  app: TestApp;
  providers: LoopbackServer;
  /** The requests to Twilio and WhatsApp, oldest first. */
  requests: ProviderRequest[];
  /** What WhatsApp was asked to send, and the forms of uploads, oldest first. */
  sent: Record<string, unknown>[];
  uploads: string[];
  /** The file `kept-file` at WhatsApp, and how it answers the question where it is. */
  media: { bytes: Buffer; answer: (authorization: string, response: ServerResponse) => void };
  /** Runs before the provider responds that it has accepted a message. */
  beforeAnswer: (request: ProviderRequest) => Promise<void>;
  /** Posts a form as Twilio does. @param sign the auth token to sign with; null for an unsigned request */
  fromTwilio(path: string, form: Record<string, string>, sign?: string | null): Promise<Response>;
  /** Posts a message's status to its callback URL. */
  reportStatus(request: ProviderRequest, form: Record<string, string>, sign?: string | null): Promise<Response>;
  /** Posts a WhatsApp event of the number 1234. */
  fromWhatsapp(value: object, query?: string, secret?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** A server with a worker, and HTTP servers that respond as Twilio and WhatsApp do. */
export async function startProviderFixture({
  limits = {},
  sandbox = false,
}: {
  limits?: object;
  sandbox?: boolean;
} = {}): Promise<ProviderFixture> {
  const requests: ProviderRequest[] = [];
  const sent: Record<string, unknown>[] = [];
  const uploads: string[] = [];
  const media: ProviderFixture['media'] = {
    bytes: Buffer.from('a photo'),
    answer: (authorization, response) => {
      const url = `${providers.origin}/files/kept-file`;
      if (authorization !== 'Bearer wa-token') response.writeHead(401).end('{}');
      else response.writeHead(200).end(JSON.stringify({ url, mime_type: 'image/jpeg', messaging_product: 'whatsapp' }));
    },
  };
  let fixture: ProviderFixture;
  const accept = async (to: string, statusCallback: string | null): Promise<string> => {
    const one = { id: `SM${randomUUID()}`, to, statusCallback };
    requests.push(one);
    await fixture.beforeAnswer(one);
    return one.id;
  };
  const providers = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': async ({ body }, response) => {
      const form = new URLSearchParams(body);
      const sid = await accept(form.get('To') ?? '', form.get('StatusCallback'));
      response.writeHead(201).end(JSON.stringify({ sid, status: 'queued' }));
    },
    '/v23.0/1234/media': async ({ body }, response) => {
      uploads.push(body);
      response.writeHead(200).end(JSON.stringify({ id: `media-${uploads.length}` }));
    },
    '/v23.0/kept-file': ({ headers }, response) => media.answer(String(headers.authorization), response),
    '/files/kept-file': ({ headers }, response) => {
      if (headers.authorization !== 'Bearer wa-token') return void response.writeHead(401).end();
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(media.bytes);
    },
    '/v23.0/1234/messages': async ({ body }, response) => {
      const { to, ...content } = JSON.parse(body);
      sent.push(content);
      const id = await accept(to, null);
      response.writeHead(200).end(JSON.stringify({ messages: [{ id }] }));
    },
  });
  const app = await startTestApp({
    worker: true,
    limits,
    sandbox,
    providers: {
      twilio: { baseUrl: providers.origin, accountSid: 'AC1', authToken, fromNumber: '+15550100' },
      whatsapp: {
        baseUrl: `${providers.origin}/v23.0`,
        accessToken: 'wa-token',
        phoneNumberId: '1234',
        appSecret,
        verifyToken,
      },
    },
  });
  fixture = {
    app,
    providers,
    requests,
    sent,
    uploads,
    media,
    beforeAnswer: async () => undefined,
    fromTwilio(path, form, sign = authToken) {
      const fields = Object.keys(form)
        .sort()
        .map((name) => name + form[name])
        .join('');
      const signature = createHmac('sha1', sign ?? '')
        .update(publicUrl + path + fields)
        .digest('base64');
      return fetch(app.url + path, {
        method: 'POST',
        body: new URLSearchParams(form),
        ...(sign !== null && { headers: { 'x-twilio-signature': signature } }),
      });
    },
    reportStatus({ id, statusCallback }, form, sign) {
      if (!statusCallback?.startsWith(publicUrl)) throw new Error(`Twilio got the callback URL ${statusCallback}`);
      return fixture.fromTwilio(
        statusCallback.slice(publicUrl.length),
        { MessageSid: id, AccountSid: 'AC1', ...form },
        sign,
      );
    },
    fromWhatsapp(value, query = '', secret = appSecret) {
      const reported = { messaging_product: 'whatsapp', metadata: { phone_number_id: '1234' }, ...value };
      const body = JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value: reported }] }] });
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
      return fetch(`${app.url}/messages/whatsapp${query}`, { method: 'POST', body, headers });
    },
    async stop() {
      await app.stop();
      await providers.close();
    },
  };
  return fixture;
}

/** The message of an error response. */
export function messageOf(response: unknown): string {
  return (response as { error: { message: string } }).error.message;
}
