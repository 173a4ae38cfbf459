import { expect } from '@jest/globals';
import { startEchoServer } from '../support/echo-server.js';
import { graph, node } from '../support/graphs.js';
import { type CanaryPerson, graphql, json, type Stage } from './canary-people.js';
import { listen } from './canary-runs.js';

/** A secret that is stored, and used in requests to a server that returns it. */
export async function useSecrets(
  stage: Stage,
  person: CanaryPerson,
  value: string,
  more: (echoUrl: string) => Promise<void> = async () => {},
): Promise<void> {
  const { call } = stage.watch;
  const { accessToken: as, workspaceId } = person;
  const secrets = `/workspaces/${workspaceId}/flows/secrets`;
  stage.watch.plant('secret', value, [...value].join('-'));
  const allowedHosts = ['127.0.0.1'];
  await call(`POST ${secrets}`, { as, body: { name: 'not a name', value } });
  await call(`POST ${secrets}`, { as, body: { name: 'key', value, allowedHosts: [value] } });
  const secret = await json(call(`POST ${secrets}`, { as, body: { name: 'key', value, allowedHosts } }));
  expect(secret.maskedValue).toBe(`••••${value.slice(-4)}`);
  await call(`POST ${secrets}`, { as, body: { name: 'key', value } });
  await call(`PATCH ${secrets}/${secret.id}`, { as, body: { value, flowId: value } });
  await call(`PATCH ${secrets}/${secret.id}`, { as, body: { value } });

  const echo = await startEchoServer();
  try {
    await sendAround(stage, person, value, echo);
    await more(echo.url);
  } finally {
    echo.close();
  }
}

/** A flow in which servers return the secret, calls fail in every way, and a worker reads it back from the database. */
async function sendAround(
  stage: Stage,
  { accessToken: as, workspaceId }: CanaryPerson,
  value: string,
  echo: Awaited<ReturnType<typeof startEchoServer>>,
): Promise<void> {
  const { call } = stage.watch;
  const flows = `/workspaces/${workspaceId}/flows`;
  const request = (id: string, path: string, more: object) =>
    node(id, 'http.request', { method: 'POST', url: echo.url + path, ...more });
  const failing = (id: string, more: object) =>
    node(id, 'http.request', { method: 'POST', url: echo.url, onError: 'continue', ...more });
  const bearer = { auth: { type: 'bearer', token: '{{boveda.key}}' } };
  const content = graph(
    [
      node('start', 'trigger.manual'),
      request('first', '/first', { ...bearer, body: { k: '{{boveda.key}}' } }),
      node('wait', 'logic.delay', { seconds: 0.3 }),
      request('second', '/second', {
        query: { k: '{{ steps.first.body.headers.authorization }}' },
        headers: {
          authorization: '{{ steps.first.body.headers.authorization }}',
          'x-encoded': '{{ urlEncode(boveda.key) }}',
        },
        body: '{{ {"again": steps.first.body, "list": [boveda.key + "!", "plain"]} }}',
      }),
      request('third', '/fail', {
        body: '{{ base64Encode("-" + boveda.key) }}',
        retry: { attempts: 2, backoffSeconds: 0.01 },
        onError: 'continue',
      }),
      failing('refused', { url: 'http://169.254.169.254/', ...bearer }),
      failing('elsewhere', { url: `https://${value.toLowerCase().replace(/\W/g, '')}.example.com/`, ...bearer }),
      failing('closed', { url: 'http://127.0.0.1:9/', ...bearer }),
      failing('header', { headers: { 'x-key': '{{ boveda.key + "\\n" }}' } }),
      failing('form', { bodyType: 'form', body: '{{ [boveda.key] }}' }),
      failing('broken', { body: '{{ boveda.key + triggerData }}' }),
      failing('statuses', { ...bearer, expectStatus: [418] }),
      node('leak', 'data.set', { assignments: [{ name: 'a', value: '{{ steps.second.body.all }}' }] }),
    ],
    'start>first',
    'first:out>wait',
    'wait>second',
    'second:out>third',
    'third:out>refused',
    'refused:out>elsewhere',
    'elsewhere:out>closed',
    'closed:out>header',
    'header:out>form',
    'form:out>broken',
    'broken:out>statuses',
    'statuses:out>leak',
  );
  const flow = await json(call(`POST ${flows}`, { as, body: { name: 'Secrets', ...content } }));
  const { executionId } = await json(call(`POST ${flows}/${flow.id}/trigger`, { as, body: {} }));
  await listen(stage, as, { workspaceId, executionId });
  const seen = await json(call(`GET ${flows}/executions/${executionId}`, { as }));
  const all = '{ id output error { message } steps: allSteps { input output logs { message } error { message } } }';
  const query = `query ($w: ID!, $e: ID!) { workspace(id: $w) { execution(id: $e) ${all} secrets { items { name maskedValue preview usedBy { name } } } } }`;
  await graphql(stage, query, { w: workspaceId, e: executionId }, { as });
  await call(`POST ${flows}/executions/${executionId}/retry`, { as, body: { from: 'failed' } });

  const stepOf = (id: string) => seen.steps.find(({ nodeId }: { nodeId: string }) => nodeId === id);
  expect(seen.error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'leak' });
  expect(seen.steps).toHaveLength(content.nodes.length);
  const redacted = `••••${value.slice(-4)}`;
  expect(stepOf('second').input.headers).toMatchObject({ authorization: `Bearer ${redacted}` });
  expect(stepOf('second').output.body.headers).toMatchObject({ authorization: `Bearer ${redacted}` });
  expect(stepOf('elsewhere').error.code).toBe('SECRET_HOST_NOT_ALLOWED');
  // What was sent is the real thing, also after the wait, when the execution was read back from the database.
  const [first, second, third, again] = echo.arrived;
  expect(first?.headers.authorization).toBe(`Bearer ${value}`);
  expect(JSON.parse(first?.body ?? '')).toEqual({ k: value });
  expect(second?.headers).toMatchObject({ authorization: `Bearer ${value}`, 'x-encoded': encodeURIComponent(value) });
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ list: [`${value}!`, 'plain'] });
  const encoded = Buffer.from(`-${value}`).toString('base64');
  expect([third?.body, again?.body]).toEqual([encoded, encoded]);
}
