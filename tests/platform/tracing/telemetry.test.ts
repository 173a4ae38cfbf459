import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { createLog } from '../../../src/platform/log.js';
import { reportedExporter } from '../../../src/platform/telemetry/reported-exporter.js';
import { statementSpan } from '../../../src/platform/tracing/statement-span.js';
import { isTracing, traceHeaders } from '../../../src/platform/tracing/tracing.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { type EchoServer, startEchoServer } from '../../support/echo-server.js';
import { graph, node } from '../../support/graphs.js';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../support/otlp-receiver.js';
import { reached } from '../../support/run.js';
import type { Owner } from '../../support/seed.js';
import { waitFor } from '../../support/wait-for.js';

type Line = Record<string, unknown>;

const sent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const headers = { traceparent: `00-${sent.traceId}-${sent.spanId}-01` };
const secret = 'a value that no span may contain';

let collector: OtlpReceiver;
let echo: EchoServer;
let app: TestApp;
let owner: Owner;
const lines: Line[] = [];
const runs = { completed: '', failed: '', cancelled: '' };

/** Everything happens before the tests, so that the server has exported all of it at its end. */
beforeAll(async () => {
  collector = await startOtlpReceiver();
  echo = await startEchoServer();
  const log = createLog({
    level: 'info',
    role: 'all',
    destination: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
  app = await startTestApp({
    worker: true,
    log,
    telemetry: {
      endpoint: collector.url,
      headers: { 'x-tenant': 'ours' },
      traces: true,
      metrics: true,
      attributes: { 'service.name': 'flows', 'deployment.environment.name': 'test' },
      sampler: { name: 'parentbased_always_on', ratio: 1 },
      metricIntervalMs: 100,
    },
  });
  owner = await app.seed.owner();
  await use();
  await app.stop();
});

afterAll(() => {
  collector.close();
  echo.close();
});

async function use(): Promise<void> {
  const as = owner.token;
  const path = `/workspaces/${owner.workspaceId}`;
  await app.rest(`POST ${path}/webhooks`, { as, body: { url: `${echo.url}/hook`, events: ['execution.completed'] } });
  const calls = (url: string) => node('call', 'http.request', { method: 'GET', url });
  const flow = async (one: ReturnType<typeof node>) =>
    (await app.seed.flow(owner, graph([node('start', 'trigger.manual'), one], 'start>call'))).id;
  const start = async (flowId: string) => {
    const options = { as, headers, body: { triggerData: { secret } } };
    const { body } = await app.rest(`POST ${path}/flows/${flowId}/trigger`, options);
    return (body.data as { executionId: string }).executionId;
  };
  runs.completed = await start(await flow(calls(`${echo.url}/order?token=${encodeURIComponent(secret)}`)));
  runs.failed = await start(await flow(calls(`${echo.url}/fail`)));
  runs.cancelled = await start(await flow(node('call', 'logic.delay', { seconds: 600 })));
  await reached(app, owner, runs.completed);
  await reached(app, owner, runs.failed);
  await app.rest(`POST ${path}/flows/executions/${runs.cancelled}/cancel`, { as });
  await app.rest(`POST ${path}/contacts`, { as, headers, body: { name: secret } });
  for (const name of ['Anything1', 'Anything2'])
    await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
      body: JSON.stringify({ query: `query ${name} { me { id } }` }),
    });
  for (const probe of ['/healthz', '/readyz', '/metrics']) await fetch(app.url + probe);
  await waitFor(() => echo.arrived.some(({ url }) => url === '/hook') && collector.metrics.size > 0);
}

const named = (name: string | RegExp) =>
  collector.spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
const childrenOf = (parent: ReceivedSpan) => collector.spans.filter((span) => span.parentSpanId === parent.spanId);
const below = (parent: ReceivedSpan): ReceivedSpan[] => childrenOf(parent).flatMap((span) => [span, ...below(span)]);
const runOf = (id: string) => collector.spans.find((span) => span.attributes['execution.id'] === id) as ReceivedSpan;

describe('traces', () => {
  test('a request continues the trace of its client, with operation, use case and statements below it', () => {
    const [request] = named('POST /workspaces/:workspaceId/contacts') as [ReceivedSpan];
    expect(request).toMatchObject({ kind: 2, traceId: sent.traceId, parentSpanId: sent.spanId });
    expect(request.attributes).toMatchObject({ 'http.response.status_code': 201, 'http.request.method': 'POST' });
    const [operation] = childrenOf(request).filter(({ name }) => name.startsWith('mutation ')) as [ReceivedSpan];
    expect(operation.name).toBe('mutation CreateContact');
    const [useCase] = childrenOf(operation).filter(({ name }) => name.startsWith('Mutation.')) as [ReceivedSpan];
    expect(useCase.name).toBe('Mutation.createContact');
    const statements = below(useCase).filter(({ name }) => name.startsWith('db.'));
    expect(statements.map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql');
    expect(statements.some(({ attributes }) => String(attributes['db.query.text']).includes('contacts'))).toBe(true);
    expect(new Set(below(request).map(({ traceId }) => traceId))).toEqual(new Set([sent.traceId]));
  });

  test('an execution has a trace of its own, linked to the request that started it, with steps and their calls', () => {
    const run = runOf(runs.completed);
    expect(run).toMatchObject({ name: 'run execution', parentSpanId: undefined, failed: false });
    expect(run.attributes).toMatchObject({ 'workspace.id': owner.workspaceId, 'execution.outcome': 'completed' });
    const [link] = run.links as [ReceivedSpan['links'][number]];
    expect(link.traceId).toBe(sent.traceId);
    expect(collector.spans.find(({ spanId }) => spanId === link.spanId)?.traceId).toBe(sent.traceId);
    const [step] = childrenOf(run).filter(({ name }) => name === 'step http.request') as [ReceivedSpan];
    expect(step.attributes).toMatchObject({ 'node.id': 'call', 'node.type': 'http.request', 'step.attempt': 1 });
    const [call] = childrenOf(step).filter(({ kind, name }) => kind === 3 && name === 'GET') as [ReceivedSpan];
    expect(call.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
    const arrived = echo.arrived.find(({ url }) => url.startsWith('/order'));
    expect(arrived?.headers.traceparent).toBe(`00-${run.traceId}-${call.spanId}-01`);
    expect(runOf(runs.failed).failed).toBe(true);
  });

  test('webhooks carry the trace of their delivery', () => {
    const arrived = echo.arrived.find(({ url }) => url === '/hook');
    const [, traceId, spanId] = String(arrived?.headers.traceparent).split('-');
    expect(collector.spans.find((span) => span.spanId === spanId)).toMatchObject({ traceId, kind: 3, name: 'POST' });
  });

  test('no span contains a value, and probes and background work have none', () => {
    const all = JSON.stringify(collector.spans);
    expect(all).not.toContain(secret);
    expect(all).not.toContain(encodeURIComponent(secret));
    expect(named(/healthz|readyz|metrics/)).toEqual([]);
    expect(named('db.claim_ready')).toEqual([]);
  });

  test('the collector gets the configured headers and resource', () => {
    expect(new Set(collector.requests.map(({ url }) => url))).toEqual(new Set(['/v1/traces', '/v1/metrics']));
    expect(collector.requests.every((one) => one.headers['x-tenant'] === 'ours')).toBe(true);
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'flows',
      'deployment.environment.name': 'test',
      'workspace_automation.role': 'all',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'process.pid': process.pid,
    });
  });

  test('nothing is recorded once the server has stopped', () => {
    expect(isTracing()).toBe(false);
    expect(traceHeaders()).toEqual({});
  });

  test.each([
    ['/* list_flows */ select * from flows where id = $1', 'db.list_flows', 'where id = $1'],
    [`insert into "a" ("b") values ('it''s', 12, $1)`, 'db.insert', 'values (?, ?, $1)'],
    [`update t set a = E'\\'x\\'', b = $$ y $$, c = 'cut`, 'db.update', 'set a = ?, b = ?, c = ?'],
  ])('the text of %j is shown without values', (statement, name, text) => {
    expect(statementSpan(statement).name).toBe(name);
    expect(statementSpan(statement).text.endsWith(text)).toBe(true);
  });
});

describe('metrics', () => {
  const points = (name: string) => collector.metrics.get(`workspace_automation_${name}`)?.points ?? [];

  test('are exported as they are shown to Prometheus', () => {
    const operation = points('operation_duration_seconds').find(
      ({ attributes }) => attributes.operation === 'CreateContact',
    );
    expect(operation).toMatchObject({ attributes: { kind: 'mutation' }, count: expect.any(Number) });
    expect(collector.metrics.get('workspace_automation_step_duration_seconds')?.unit).toBe('s');
    expect(points('build_info')[0]?.attributes).toEqual({ version: expect.any(String) });
    expect(points('queue_depth').map(({ attributes }) => attributes.kind)).toEqual(
      expect.arrayContaining(['executions', 'suspects', 'mail_outbox', 'webhooks', 'follow_ups', 'campaigns']),
    );
  });

  test('operations that clients name are counted together', () => {
    const names = points('operation_duration_seconds').map(({ attributes }) => String(attributes.operation));
    expect(names.filter((name) => name.startsWith('Anything'))).toEqual([]);
    expect(names).toContain('other');
  });
});

describe('logs', () => {
  const ended = (id: string) => lines.filter(({ executionId, status }) => executionId === id && status !== undefined);

  test.each(['completed', 'failed', 'cancelled'] as const)('an execution that is %s has one line', (status) => {
    expect(ended(runs[status])).toEqual([
      {
        level: status === 'failed' ? 'warn' : 'info',
        time: expect.any(String),
        msg: `execution ${status}`,
        role: 'all',
        pid: process.pid,
        executionId: runs[status],
        workspaceId: owner.workspaceId,
        flowId: expect.any(String),
        status,
        durationMs: expect.any(Number),
        traceId: status === 'cancelled' ? expect.any(String) : runOf(runs[status]).traceId,
        ...(status === 'failed' && { code: 'HTTP_STATUS' }),
      },
    ]);
  });

  test('requests have their workspace and trace, and probes have no line', () => {
    const requests = lines.filter(({ msg }) => msg === 'request');
    const { workspaceId } = owner;
    expect(requests).toContainEqual(expect.objectContaining({ method: 'POST', workspaceId, traceId: sent.traceId }));
    expect(requests.filter(({ path }) => /healthz|readyz|metrics/.test(String(path)))).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

test('a collector that fails is logged once, and once when it is back', async () => {
  const receiver = await startOtlpReceiver();
  const logged: Line[] = [];
  const log = createLog({
    level: 'info',
    destination: { write: (line) => void logged.push(JSON.parse(line) as Line) },
  });
  const exporter = reportedExporter(new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` }), 'traces', log);
  for (const status of [400, 400, 200, 200]) {
    receiver.status = status;
    await new Promise<void>((resolve) => exporter.export([], ({ code }) => resolve(expect(code).toBe(0))));
  }
  await exporter.shutdown();
  receiver.close();
  expect(logged.map(({ level, msg }) => [level, String(msg).slice(0, 26)])).toEqual([
    ['warn', 'traces could not be export'],
    ['info', 'traces are exported by OTL'],
  ]);
});
