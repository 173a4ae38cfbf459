import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startTestApp, type TestApp } from '../support/app.js';
import { edge, type node } from '../support/graphs.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { reached, type SeenExecution, trigger } from '../support/run.js';
import type { Owner, SeededFlow } from '../support/seed.js';

/** A request as a service of others received it. */
export interface Arrived {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Answering = (request: Arrived, response: ServerResponse) => void;

/** A workspace with a server, a mail server, a provider of SMS, a model, and a web server of others, all real. */
export interface JobFixture {
  app: TestApp;
  owner: Owner;
  mails: MailServer['mails'];
  /** The texts that were sent by SMS, and to whom. */
  sms: { to: string; text: string }[];
  /** What the model answers next. */
  says: (prompt: string) => string;
  /** The web server of others: what it answers by path. Other paths are 404. */
  origin: string;
  routes: Record<string, Answering>;
  arrived: Arrived[];
  call<T = { id: string }>(route: string, body?: unknown): Promise<T>;
  flow(nodes: ReturnType<typeof node>[], edges: string[], more?: object): Promise<SeededFlow>;
  run(flow: SeededFlow, triggerData?: object): Promise<SeenExecution>;
  stop(): Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Starts everything that the jobs of one file share. */
export async function startJobFixture(): Promise<JobFixture> {
  const mail = await startMailServer();
  const routes: Record<string, Answering> = {};
  const arrived: Arrived[] = [];
  const sms: JobFixture['sms'] = [];
  const web = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const one = { method, url: new URL(request.url ?? '/', 'http://localhost'), headers, body: await buffer(request) };
    if (one.url.pathname === '/v1/chat/completions')
      return json(response, 200, answerOf(fixture.says(one.body.toString())));
    if (one.url.pathname.startsWith('/2010-04-01/')) {
      const form = new URLSearchParams(one.body.toString());
      sms.push({ to: form.get('To') ?? '', text: form.get('Body') ?? '' });
      return json(response, 201, { sid: `SM${sms.length}` });
    }
    arrived.push(one);
    const answer = routes[one.url.pathname];
    return answer ? answer(one, response) : response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const app = await startTestApp({
    worker: true,
    smtp: { url: mail.url, from: 'reports@example.com' },
    providers: {
      llm: { baseUrl: `${origin}/v1`, apiKey: 'sk-test', model: 'small' },
      twilio: { baseUrl: origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' },
    },
  });
  const owner = await app.seed.owner();
  const fixture: JobFixture = {
    app,
    owner,
    mails: mail.mails,
    sms,
    says: () => '{}',
    origin,
    routes,
    arrived,
    async call(route, body) {
      const [method, path] = route.split(' ');
      const options = { as: owner.token, ...(body !== undefined && { body }) };
      const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, options);
      if (answer.status >= 300) throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
    flow: (nodes, edges, more = {}) => app.seed.flow(owner, { nodes, edges: edges.map(edgeOf), ...more }),
    run: async (flow, triggerData = {}) => reached(app, owner, await trigger(app, owner, flow.id, { triggerData })),
    async stop() {
      await app.stop();
      await mail.stop();
      web.closeAllConnections();
      web.close();
    },
  };
  return fixture;
}

/** `source:handle>target`, `source>>loop` to the next item of a loop, `source>!loop` out of it. */
function edgeOf(text: string) {
  const into = { '>>': 'next', '>!': 'break' }[/>[>!]/.exec(text)?.[0] ?? ''];
  return { ...edge(text.replace(/>[>!]/, '>')), ...(into && { targetHandle: into }) };
}

function answerOf(content: string) {
  return {
    id: 'c-1',
    object: 'chat.completion',
    model: 'small',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
  };
}
