import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type FieldNode, type GraphQLObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { loadRoutes } from '../../src/app/collect-modules.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { manageMembers, useAccount } from './examples/account-story.js';
import { document, type Operation } from './examples/document.js';
import { ExampleClient } from './examples/example-client.js';
import { runFlows } from './examples/flow-story.js';
import { cursorOf, useGraph } from './examples/graph-story.js';
import { differences, normalized } from './examples/normalize.js';
import { overGraphql, type SentOperation } from './examples/over-graphql.js';
import { callBack, createRecords, deleteRecords, secrets, useRecords } from './examples/story.js';

const golden = 'schema/response-examples.json';

let app: TestApp;
let mails: MailServer;
let site: LoopbackServer;
let client: ExampleClient;

beforeAll(async () => {
  mails = await startMailServer();
  site = await startLoopbackServer({
    '/': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Acme</title><meta name="description" content="Chairs for every office."><h1>Chairs</h1>'),
    '/automation': (_request, response) => response.writeHead(204).end(),
  });
  const twilio = { baseUrl: site.origin, accountSid: 'AC1', authToken: secrets.twilio, fromNumber: '+15550100' };
  const whatsapp = { baseUrl: site.origin, accessToken: 'x', phoneNumberId: '1234', appSecret: secrets.meta };
  const smtp = { url: mails.url, from: 'Flows <flows@example.com>' };
  app = await startTestApp({
    worker: true,
    stripeWebhookSecret: secrets.stripe,
    paymentWebhookSecret: secrets.payments,
    providers: { twilio, whatsapp: { ...whatsapp, verifyToken: 'wa-verify-token' }, smtp },
  });
  client = new ExampleClient(app, await loadRoutes());
  client.texts.set('https://hooks.example.com/automation', `${site.origin}/automation`);
});
afterAll(async () => {
  await app.stop();
  await site.close();
  await mails.stop();
});

/**
 * Sends every example once, in an order in which each can succeed.
 * @param meanwhile runs while everything exists, with a cursor before flows were run and records changed
 */
async function sendAll(to: ExampleClient, meanwhile?: (from: string) => Promise<void>): Promise<void> {
  await createRecords(to);
  const from = await cursorOf(to);
  await runFlows(to);
  await manageMembers(to);
  await useRecords(to, site.origin);
  await meanwhile?.(from);
  await callBack(to);
  await deleteRecords(to);
  await useAccount(to, mails);
}

/** Sent by every server, or described by the media type. */
const plainHeaders =
  /^(cache-control|connection|content-(encoding|length|type)|date|keep-alive|transfer-encoding|vary|access-control-.*)$/;
const securityHeaders =
  /^(cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-security|x-(content|dns|download|frame|permitted|xss)-.*)$/;

/** Every answer, with its key. */
const answers = () =>
  [...client.answers].flatMap(([key, byStatus]) => [...byStatus.values()].map((answer) => ({ key, ...answer })));

/** The responses of an operation, by status. */
function responsesOf(key: string): Operation['responses'] {
  const [method = '', path = ''] = key.replace(/:(\w+)/g, '{$1}').split(' ');
  return document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
}

describe('the examples of the document', () => {
  test('succeed as they stand', async () => {
    await sendAll(client);
    expect(client.keys.filter((key) => !client.answers.has(key) && !/^(HEAD|OPTIONS) /.test(key))).toEqual([]);
  }, 60_000);

  test('are answered as the document shows (UPDATE_GOLDENS=1 writes it)', () => {
    const seen: Record<string, Record<string, unknown>> = {};
    for (const { key, status, body } of answers()) {
      if (status < 300) seen[key] = { ...seen[key], [status]: normalized(body, client.texts) };
    }
    if (process.env.UPDATE_GOLDENS) {
      const sorted = Object.fromEntries(Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(golden, `${JSON.stringify(sorted, null, 1)}\n`);
    }
    const shown = JSON.parse(readFileSync(golden, 'utf8')) as typeof seen;
    expect(differences(seen, shown)).toEqual([]);
  });

  test('match the schema of their status', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema(document, 'document');
    const described = answers().filter(({ status }) => status < 300);
    const wrong = described.flatMap(({ key, status, type, body }) => {
      const [method = '', path = ''] = key.replace(/:(\w+)/g, '{$1}').split(' ');
      const at = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
      const pointer = at.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
      const check = ajv.compile({ $ref: `document#/${pointer}` });
      return check(body) ? [] : [`${key} ${status}: ${ajv.errorsText(check.errors?.slice(0, 2))}`];
    });
    expect(wrong).toEqual([]);
  });

  test('are answered with declared headers only', () => {
    const undeclared = answers().flatMap(({ key, status, headers }) => {
      const declared = Object.keys(responsesOf(key)[status]?.headers ?? {}).map((name) => name.toLowerCase());
      const sent = [...headers.keys()].filter((name) => !plainHeaders.test(name) && !securityHeaders.test(name));
      const unknown = sent.filter((name) => !declared.includes(name));
      return unknown.map((name) => `${key} ${status}: ${name}`);
    });
    expect(undeclared).toEqual([]);
  });
});

describe('the examples of GraphQL', () => {
  const path = 'schema/graphql-examples.json';
  const sent = new Map<string, SentOperation>();

  test('succeed as they stand', async () => {
    // The first one of an operation is shown.
    const add = (one: SentOperation) => sent.has(one.name) || sent.set(one.name, one);
    const graph = new ExampleClient(app, await loadRoutes(), overGraphql(add));
    graph.texts.set('https://hooks.example.com/automation', `${site.origin}/automation`);
    graph.texts.set('owner@example.com', 'graph@example.com');
    await sendAll(graph, async (from) => {
      for (const one of await useGraph(graph, from)) add(one);
    });
    const answers = [...sent.values()].map(({ name, document, variables, data }) => {
      const answer = normalized(data, graph.texts);
      return [name, { document, variables: normalized(variables, new Map()), answer }] as const;
    });
    const seen = Object.fromEntries(answers.sort(([one], [other]) => (one < other ? -1 : 1)));
    if (process.env.UPDATE_GOLDENS) writeFileSync(path, `${JSON.stringify(seen, null, 1)}\n`);
    expect(differences(seen, JSON.parse(readFileSync(path, 'utf8')))).toEqual([]);
  }, 60_000);

  test('show every operation, and every field of a workspace', () => {
    const schema = buildGraphSchema();
    const shown = new Set<string>();
    for (const { document } of sent.values()) {
      const info = new TypeInfo(schema);
      const enter = (node: FieldNode) => void shown.add(`${info.getParentType()?.name}.${node.name.value}`);
      visit(parse(document), visitWithTypeInfo(info, { Field: { enter } }));
    }
    const fields = ['Query', 'Mutation', 'Subscription', 'Workspace'].flatMap((type) =>
      Object.keys((schema.getType(type) as GraphQLObjectType).getFields()).map((field) => `${type}.${field}`),
    );
    expect(fields.filter((field) => !shown.has(field))).toEqual([]);
  });
});
