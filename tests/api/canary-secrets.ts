import { expect } from '@jest/globals';
import { startEchoServer } from '../support/echo-server.js';
import { graph, node } from '../support/graphs.js';
import { type CanaryPerson, graphql, json, type Stage } from './canary-people.js';
import { listen } from './canary-runs.js';

const set = (id: string, values: Record<string, unknown>) =>
  node(id, 'data.set', { assignments: Object.entries(values).map(([name, value]) => ({ name, value })) });

/** Two secrets through every place of a run where they can be used, each echoed by whom they were sent to. */
export async function useSecrets(
  stage: Stage,
  { accessToken: as, workspaceId }: CanaryPerson,
  value: string,
): Promise<void> {
  const { call } = stage.watch;
  const flows = `/workspaces/${workspaceId}/flows`;
  stage.watch.plant('secret', value, value.toUpperCase(), [...value].join('-'));
  await call(`POST ${flows}/secrets`, { as, body: { name: 'not a name', value } });
  const secret = await json(call(`POST ${flows}/secrets`, { as, body: { name: 'key', value } }));
  expect(secret.maskedValue).toBe(`••••${value.slice(-4)}`);
  await call(`POST ${flows}/secrets`, { as, body: { name: 'key', value } });
  await call(`PATCH ${flows}/secrets/${secret.id}`, { as, body: { value, flowId: value } });
  await call(`PATCH ${flows}/secrets/${secret.id}`, { as, body: { value } });

  const echo = await startEchoServer();
  try {
    const request = (id: string, path: string, more: object) =>
      node(id, 'http.request', { method: 'POST', url: echo.url + path, ...more });
    const content = graph(
      [
        node('start', 'trigger.manual'),
        set('set', {
          token: '{{ boveda.key }}',
          auth: 'Bearer {{boveda.key}}',
          upper: '{{ boveda.key.upperAscii() }}',
          map: '{{ {"key": boveda.key, "list": [boveda.key + "!", "plain"]} }}',
        }),
        request('first', '/first', { headers: { authorization: '{{variables.auth}}' }, body: { k: '{{boveda.key}}' } }),
        node('wait', 'logic.delay', { seconds: 0.3 }),
        request('second', '/second?k={{ variables.token }}', {
          headers: {
            authorization: '{{ steps.first.body.headers.authorization }}',
            'x-upper': '{{ variables.upper }}',
          },
          body: '{{ {"again": steps.first.body, "upper": variables.token.upperAscii(), "map": variables.map} }}',
        }),
        set('spread', { spread: '{{ variables.token.split("").join("-") }}', text: 'It is {{ variables.upper }}.' }),
        request('third', '/fail', {
          body: '{{ variables.spread }}',
          retry: { attempts: 2, backoffSeconds: 0.01 },
          onError: 'continue',
        }),
        node('off', 'data.set', { disabled: true, assignments: [{ name: 'x', value: '{{ boveda.key }}' }] }),
        node('mail', 'message.email', {
          to: 'somebody@example.com',
          subject: 'Of {{boveda.key}}',
          body: 'It is {{ variables.upper }}, or {{ variables.spread }}.',
        }),
        node('refused', 'http.request', {
          method: 'GET',
          url: 'http://169.254.169.254/{{boveda.key}}',
          onError: 'continue',
        }),
        node('strange', 'http.request', { method: 'GET', url: '{{ boveda.key }}', onError: 'continue' }),
        node('stop', 'logic.stop', { status: 'failed', message: 'Ended with {{ variables.auth }}' }),
      ],
      ...['start>set', 'set>first', 'first:out>wait', 'wait>second', 'second:out>spread', 'spread>third'],
      ...['third:out>off', 'off>mail', 'mail:sent>refused', 'refused:out>strange', 'strange:out>stop'],
    );
    const flow = await json(call(`POST ${flows}`, { as, body: { name: 'Secrets', ...content } }));
    const { executionId } = await json(call(`POST ${flows}/${flow.id}/trigger`, { as, body: {} }));
    await listen(stage, as, { workspaceId, executionId });
    const seen = await json(call(`GET ${flows}/executions/${executionId}`, { as }));
    const all = '{ id output error { message } steps { input output logs { message } error { message } } }';
    const query = `query ($w: ID!, $e: ID!) { workspace(id: $w) { execution(id: $e) ${all} secrets { items { name maskedValue preview usedBy { name } } } } }`;
    await graphql(stage, query, { w: workspaceId, e: executionId }, { as });
    await call(`GET ${flows}/secrets`, { as });
    await call(`GET /workspaces/${workspaceId}/audit-log`, { as });

    expect(seen.steps.map(({ nodeId }: { nodeId: string }) => nodeId)).toContain('mail');
    const redacted = `••••${value.slice(-4)}`;
    expect(seen.error.message).toContain(`Bearer ${redacted}`);
    const outputOf = (id: string) => seen.steps.find(({ nodeId }: { nodeId: string }) => nodeId === id).output;
    expect(outputOf('set')).toMatchObject({
      token: redacted,
      auth: `Bearer ${redacted}`,
      map: { list: [`${redacted}!`, 'plain'] },
    });
    expect(outputOf('second').body.headers).toMatchObject({ authorization: `Bearer ${redacted}`, 'x-upper': '••••' });
    // What was sent is the real thing, also after the wait, when the run was read back from the database.
    const [first, second, third, again] = echo.arrived;
    expect(first?.headers.authorization).toBe(`Bearer ${value}`);
    expect(JSON.parse(first?.body ?? '')).toEqual({ k: value });
    expect(second?.headers).toMatchObject({ authorization: `Bearer ${value}`, 'x-upper': value.toUpperCase() });
    expect(second?.url).toContain('/second?k=');
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      upper: value.toUpperCase(),
      map: { key: value, list: [`${value}!`, 'plain'] },
    });
    expect([third?.body, again?.body]).toEqual([[...value].join('-'), [...value].join('-')]);
  } finally {
    echo.close();
  }
}
