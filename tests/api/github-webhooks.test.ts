import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { waitFor } from '../support/wait-for.js';

type Example = { name: string; examples: Record<string, unknown>[] };
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as Example[];
/** One of each event, then others. */
const events = [
  ...examples.map(({ name, examples: [first] }) => ({ name, payload: first as object })),
  ...examples.flatMap(({ name, examples: [, ...others] }) => others.map((payload) => ({ name, payload }))),
].slice(0, 100);
const payloads = events.map(({ payload }) => payload);

let app: TestApp;
const target = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"accepted":true}'));
});

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await app.stop();
  target.close();
});

describe('real GitHub webhook payloads', () => {
  test('signed as GitHub signs, run through a flow that reads body and headers, every one to its end', async () => {
    const owner = await app.seed.owner();
    const secret = "It's a Secret to Everybody";
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'github', value: secret },
    });
    const flow = await app.seed.flow(owner, {
      settings: { triggerType: 'webhook', maxConcurrent: 1000 },
      ...graph(
        [
          node('trigger', 'trigger.webhook', { auth: { type: 'github', secretName: 'github' } }),
          node('read', 'data.set', {
            assignments: [
              { name: 'repository', value: '{{triggerData.repository.full_name}}' },
              { name: 'sender', value: '{{triggerData.sender.login}}' },
              { name: 'owner', value: '{{triggerData["repository"].owner.login}}' },
              { name: 'event', value: '{{request.headers["x-github-event"]}}' },
              { name: 'delivery', value: '{{request.headers["x-github-delivery"]}}' },
              { name: 'line', value: '{{triggerData.sender.login}} did {{triggerData.action}}' },
            ],
          }),
          node('acted', 'logic.if', { conditions: [{ left: '{{triggerData.action}}', operator: 'exists' }] }),
          node('tell', 'http.request', {
            method: 'POST',
            url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/`,
            bodyType: 'json',
            body: { line: '{{variables.line}}', sender: '{{variables.sender}}' },
          }),
          node('told', 'data.set', { assignments: [{ name: 'accepted', value: '{{steps.tell.body.accepted}}' }] }),
        ],
        'trigger>read',
        'read>acted',
        'acted:true>tell',
        'tell:out>told',
      ),
    });
    expect(payloads).toHaveLength(100);
    expect(new Set(events.map(({ name }) => name)).size).toBe(examples.length);
    const sent = events.map(({ name, payload }, index) => {
      const text = JSON.stringify(payload);
      const headers = {
        'user-agent': 'GitHub-Hookshot/044aadd',
        'content-type': 'application/json',
        'x-github-event': name,
        'x-github-delivery': `72d3162e-cc78-11e3-81ab-${String(index).padStart(12, '0')}`,
        'x-github-hook-id': '292430182',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
      };
      return { text, headers };
    });
    const started = await Promise.all(
      sent.map(async ({ text, headers }) => {
        const response = await fetch(app.url + flow.webhookPath, { method: 'POST', headers, body: text });
        return { status: response.status, body: (await response.json()) as { data: { executionId: string } } };
      }),
    );
    expect(started.map(({ status }) => status)).toEqual(payloads.map(() => 202));

    const list = `/workspaces/${owner.workspaceId}/flows/executions`;
    await waitFor(
      async () => (await app.rest(`GET ${list}?status=completed`, { as: owner.token })).body.pagination.total === 100,
    );
    for (const [index, { body }] of started.entries()) {
      const { executionId } = body.data;
      const detail = (await app.rest(`GET ${list}/${executionId}`, { as: owner.token })).body.data as {
        status: string;
        triggerData: unknown;
        request: object;
        steps: { nodeId: string; status: string; output: Record<string, unknown> | null }[];
      };
      const payload = payloads[index] as {
        action?: string;
        sender?: { login: string };
        repository?: { full_name: string };
      };
      const step = (id: string) => detail.steps.find(({ nodeId }) => nodeId === id);
      expect(detail.status).toBe('completed');
      expect(detail.triggerData).toEqual(payload);
      const { text, headers } = sent[index] as (typeof sent)[number];
      expect(detail.request).toMatchObject({
        method: 'POST',
        path: '',
        query: {},
        rawBody: text,
        contentType: 'application/json',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) },
      });
      expect(step('read')?.output).toMatchObject({
        repository: payload.repository?.full_name ?? null,
        sender: payload.sender?.login ?? null,
        event: headers['x-github-event'],
        delivery: headers['x-github-delivery'],
      });
      const taken = payload.action === undefined ? 'skipped' : 'completed';
      expect(detail.steps.map(({ nodeId, status }) => [nodeId, status])).toEqual([
        ['trigger', 'completed'],
        ['read', 'completed'],
        ['acted', 'completed'],
        ['tell', taken],
        ['told', taken],
      ]);
    }
  });
});
