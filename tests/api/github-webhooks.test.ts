import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { waitFor } from '../support/wait-for.js';

type Example = { name: string; examples: Record<string, unknown>[] };
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as Example[];
const payloads = examples.flatMap(({ examples: all }) => all).slice(0, 100);

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
  test('run through a flow that reads nested fields, every one to its end', async () => {
    const owner = await app.seed.owner();
    const flow = await app.seed.flow(owner, {
      settings: { triggerType: 'webhook', maxConcurrent: 1000 },
      ...graph(
        [
          node('trigger', 'trigger.webhook'),
          node('read', 'data.set', {
            assignments: [
              { name: 'repository', value: '{{triggerData.repository.full_name}}' },
              { name: 'sender', value: '{{triggerData.sender.login}}' },
              { name: 'owner', value: '{{triggerData["repository"].owner.login}}' },
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
    const started = await Promise.all(payloads.map((body) => app.rest(`POST ${flow.webhookPath}`, { body })));
    expect(started.map(({ status }) => status)).toEqual(payloads.map(() => 202));

    const list = `/workspaces/${owner.workspaceId}/flows/executions`;
    await waitFor(
      async () => (await app.rest(`GET ${list}?status=completed`, { as: owner.token })).body.pagination.total === 100,
      { timeoutMs: 20_000 },
    );
    for (const [index, { body }] of started.entries()) {
      const { executionId } = body.data as { executionId: string };
      const detail = (await app.rest(`GET ${list}/${executionId}`, { as: owner.token })).body.data as {
        status: string;
        steps: { nodeId: string; status: string; output: Record<string, unknown> | null }[];
      };
      const payload = payloads[index] as {
        action?: string;
        sender?: { login: string };
        repository?: { full_name: string };
      };
      const step = (id: string) => detail.steps.find(({ nodeId }) => nodeId === id);
      expect(detail.status).toBe('completed');
      expect(step('read')?.output).toMatchObject({
        repository: payload.repository?.full_name ?? null,
        sender: payload.sender?.login ?? null,
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
