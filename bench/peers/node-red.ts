import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchFlow } from '../flow-runs/flow.js';
import type { FlowLoadMethods } from '../flow-runs/load.process.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { type Contender, compareRequests } from '../harness/compare.js';
import { type BenchFixture, type Build, freePort } from '../harness/fixture.js';
import { installPeer, peersFolder, peerVersions } from './install-peer.js';
import { startPeer } from './start-peer.js';

const path = '/run';

/** W1's flow beside Node-RED: the caller of the webhook waits for the result. Node-RED stores nothing. */
export async function benchNodeRed(fixture: BenchFixture): Promise<string> {
  const missing = await installPeer('node-red');
  if (missing) return missing;
  const load = fixture.startChild<FlowLoadMethods>(import.meta.resolve('../flow-runs/load.process.js'));
  const targetUrl = await load.call('openTarget');
  const database = await fixture.createDatabase('node_red');
  const server = await fixture.startServer(fixture.builds[0] as Build, database, { WORKER_CONCURRENCY: '100' });
  const tenant = await createTenant(server.url);
  const { webhookUrl } = await createBenchFlow(tenant, respondingFlow(targetUrl));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${path}`;
  const body = JSON.stringify({ number: 1, customer: 'Ada', amount: 250 });
  const peer = await startPeer(nodeRedArguments(targetUrl, port), { url, body });
  const contenders: Contender[] = [
    {
      name: server.name,
      pid: server.pid,
      request: { method: 'POST', url: webhookUrl ?? '', body, status: 200 },
    },
    {
      name: `Node-RED ${peerVersions['node-red']}, stores nothing`,
      pid: peer.pid,
      request: { method: 'POST', url, body, status: 200 },
    },
  ];
  try {
    const answers = await Promise.all(contenders.map(answerOf));
    if (new Set(answers).size > 1) throw new Error(`The answers differ: ${answers.join(' and ')}.`);
    return await compareRequests(fixture, 'W1 webhook to result, peers', contenders, 'server');
  } finally {
    await Promise.all([peer.stop(), server.stop(), load.stop()]);
  }
}

async function answerOf({ request: { url, method, body = '' } }: Contender): Promise<string> {
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body });
  return `${response.status} ${await response.text()}`;
}

/** The flow of W1, which responds with its result. */
function respondingFlow(targetUrl: string) {
  const flow = benchFlow(targetUrl);
  const position = { x: 0, y: 0 };
  const json = { total: '{{variables.total}}', message: '{{variables.message}}' };
  return {
    ...flow,
    settings: { ...flow.settings, triggerConfig: { responseMode: 'result' } },
    nodes: [...flow.nodes, { id: 'respond', type: 'webhook.respond', position, data: { json } }],
    edges: [...flow.edges, { id: 'e5', source: 'result', target: 'respond', sourceHandle: 'out' }],
  };
}

/** Writes settings and flow, and returns the arguments of Node that run them. */
function nodeRedArguments(targetUrl: string, port: number): string[] {
  const userDir = join(peersFolder, 'node-red');
  mkdirSync(userDir, { recursive: true });
  const settings = join(userDir, 'settings.cjs');
  writeFileSync(
    settings,
    `module.exports = { flowFile: 'flows.json', uiHost: '127.0.0.1', uiPort: ${port}, httpAdminRoot: false,
  logging: { console: { level: 'error', metrics: false, audit: false } }, credentialSecret: false };\n`,
  );
  writeFileSync(join(userDir, 'flows.json'), JSON.stringify(nodeRedFlow(targetUrl)));
  return ['node_modules/node-red/red.js', '--userDir', userDir, '--settings', settings];
}

/** webhook in → set → switch → HTTP request → set → response, in the nodes of Node-RED. */
function nodeRedFlow(targetUrl: string) {
  const set = (p: string, to: string, tot = 'msg') => ({ t: 'set', p, pt: 'msg', to, tot });
  const node = (id: string, type: string, next: string[], data: object) => ({
    id,
    type,
    z: 'tab',
    name: id,
    x: 0,
    y: 0,
    ...(type !== 'http response' && { wires: [next] }),
    ...data,
  });
  return [
    { id: 'tab', type: 'tab', label: 'Bench', disabled: false },
    node('trigger', 'http in', ['order'], { url: path, method: 'post', upload: false }),
    node('order', 'change', ['large'], {
      rules: [set('customer', 'payload.customer'), set('amount', 'payload.amount')],
    }),
    node('large', 'switch', ['ask'], {
      property: 'amount',
      propertyType: 'msg',
      checkall: 'true',
      outputs: 1,
      rules: [{ t: 'gte', v: '100', vt: 'num' }],
    }),
    node('ask', 'http request', ['result'], {
      method: 'POST',
      ret: 'obj',
      paytoqs: 'ignore',
      url: targetUrl,
      persist: true,
    }),
    node('result', 'change', ['respond'], {
      rules: [
        set('payload', '{"total": payload.total, "message": customer & " pays " & payload.total}', 'jsonata'),
        { t: 'delete', p: 'headers', pt: 'msg' },
      ],
    }),
    node('respond', 'http response', [], { statusCode: '200', headers: {} }),
  ];
}
