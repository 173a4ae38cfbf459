import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { graph, node } from '../support/graphs.js';
import { type CanaryPerson, credentialKinds, graphql, json, logIn, loginCanary, type Stage } from './canary-people.js';
import type { CallOptions, WatchedAnswer } from './canary-watch.js';

const events = `subscription ($workspaceId: ID!, $executionId: ID!) {
  executionUpdated(workspaceId: $workspaceId, executionId: $executionId) {
    cursor execution { id status output error { code message } triggerData } step { nodeId status input output }
  }
}`;

/** Everything that a socket says, its close included. */
export async function listen({ app, watch }: Stage, as: string, variables: Record<string, unknown>): Promise<void> {
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${as}` },
    on: { closed: (event) => watch.receive('close of a socket', JSON.stringify([(event as CloseEvent).reason])) },
  });
  try {
    for await (const event of client.iterate({ query: events, variables }))
      watch.receive('event', JSON.stringify(event));
  } catch (error) {
    watch.receive('end of a subscription', `${error} ${JSON.stringify(error)}`);
  } finally {
    await client.dispose();
  }
}

export async function runCanaryWebhook(stage: Stage, person: CanaryPerson, key: string): Promise<void> {
  const { app, watch } = stage;
  const { call } = watch;
  const { accessToken, workspaceId } = person;
  const flows = `/workspaces/${workspaceId}/flows`;
  const content = graph(
    [
      node('start', 'trigger.webhook'),
      node('set', 'data.set', { assignments: [{ name: 'all', value: '{{triggerData}}' }] }),
      node('call', 'http.request', { method: 'GET', url: `${app.url}/healthz?x={{variables.all.n}}` }),
      node('fail', 'http.request', { method: 'GET', url: 'http://169.254.169.254/' }),
    ],
    'start>set',
    'set>call',
    'call:out>fail',
  );
  const body = { name: 'Canary', ...content };
  const flow = await json(call(`POST ${flows}`, { as: accessToken, body, shows: ['webhookToken'] }));
  const token = flow.webhookToken as string;
  watch.plant('webhookToken', token);
  const start = (query: string, extra: CallOptions = {}) =>
    call(`POST /flows/run${query}`, { body: { n: 1 }, ...extra });
  await start(`?token=${token}`);
  await call(`PATCH ${flows}/${flow.id}`, { as: accessToken, body: { isActive: true }, shows: ['webhookToken'] });
  const runs = [
    await json(start(`?token=${token}`)),
    await json(start(`?token=${token}`, { headers: { authorization: `Bearer ${key}`, 'x-note': 'canary' } })),
    (await json(call(`POST ${flows}/${flow.id}/trigger`, { as: key, body: { triggerData: { n: 2 } } }))) as never,
  ];
  await start(`?token=${token}x`);
  await start(`?token=${token}`, { body: `{"n":` });
  await start(`?token=${token}`, { headers: { 'content-type': 'text/plain' } });
  await start('', { headers: { authorization: `Bearer ${token}` } });
  await call(`GET /flows/run?token=${token}`);
  await call(`DELETE /flows/run?token=${token}`);
  for (const { executionId } of runs) {
    await listen(stage, key, { workspaceId, executionId });
    await listen(stage, `${key}x`, { workspaceId, executionId });
    await listen(stage, `${accessToken}x`, { workspaceId, executionId });
    await call(`GET ${flows}/executions/${executionId}`, { as: accessToken });
  }
  await readFlows(stage, person, flow.id);
  const renewed = await json(
    call(`POST ${flows}/${flow.id}/regenerate-token`, { as: accessToken, shows: ['webhookToken'] }),
  );
  watch.plant('webhookToken', renewed.webhookToken);
  await start(`?token=${token}`);
}

/** Who may read flows, but not change them, sees no token. */
async function readFlows(stage: Stage, { accessToken, workspaceId }: CanaryPerson, flowId: string): Promise<void> {
  const { watch } = stage;
  const { call } = watch;
  const flows = `/workspaces/${workspaceId}/flows`;
  const readerBody = { name: 'Reader', capabilities: ['flows:read'] };
  const reader = await json(
    call(`POST /workspaces/${workspaceId}/api-keys`, { as: accessToken, body: readerBody, shows: ['apiKey'] }),
  );
  watch.plant('apiKey', reader.key);
  for (const path of ['', `/${flowId}`, `/${flowId}/validate`, `/${flowId}/executions`, '/executions']) {
    await call(`GET ${flows}${path}`, { as: reader.key });
  }
  const all =
    '{ id webhookToken webhookUrl settings { storedTriggerConfig triggerConfig { ... on WebhookTriggerConfig { auth { secretName } } } } nodes validation { valid } executions { items { id triggerData } } }';
  const query = `query ($w: ID!) { workspace(id: $w) { flows { items ${all} } apiKeys { items { prefix } } } }`;
  await graphql(stage, query, { w: workspaceId }, { as: reader.key });
  await graphql(stage, query, { w: workspaceId }, { as: accessToken, shows: ['webhookToken'] });
  await call(`GET /workspaces/${workspaceId}/audit-log`, { as: accessToken });
}

/** Everything again while a table is away: answers are internal errors, whose causes are logged whole. */
export async function breakTables(stage: Stage, key: string, token: string): Promise<number> {
  const { app, email, password } = stage;
  const { call } = stage.watch;
  let broken = 0;
  const { rows } = await app.services.db.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'mikro%'`,
  );
  for (const { name } of rows) {
    const person = await logIn(stage);
    await app.services.db.pool.query(`alter table ${name} rename to away`);
    const flow = { name: 'Broken', ...graph([node('start', 'trigger.webhook')]) };
    const shows = [...credentialKinds, 'webhookToken', 'apiKey', 'inviteToken'] as const;
    const quiet = async (answer: Promise<WatchedAnswer>) => (await answer).status;
    const statuses = await Promise.all([
      quiet(call('POST /auth/login', { body: { email, password }, shows })),
      quiet(call('POST /auth/register', { body: { email: `${name}@example.com`, password }, shows })),
      quiet(call(`POST /workspaces/${person.workspaceId}/flows`, { as: key, body: flow, shows })),
      quiet(call(`GET /workspaces/${person.workspaceId}/flows`, { as: person.accessToken, shows })),
      quiet(
        call(`POST /workspaces/${person.workspaceId}/api-keys`, {
          as: person.accessToken,
          body: { name, capabilities: ['*'] },
          shows,
        }),
      ),
      quiet(call(`POST /flows/run?token=${token}`, { body: { n: 3 } })),
      quiet(graphql(stage, loginCanary, { input: { email, password } }, { shows })),
      quiet(call('POST /auth/refresh', { headers: { cookie: person.cookie }, shows })),
    ]);
    await app.services.db.pool.query(`alter table away rename to ${name}`);
    broken += statuses.filter((status) => status >= 500).length;
  }
  return broken;
}
