import { exampleId } from '../../../src/platform/example-id.js';
import { graph, node } from '../../support/graphs.js';
import { reached } from '../../support/run.js';
import type { Owner } from '../../support/seed.js';
import { waitFor } from '../../support/wait-for.js';
import type { ExampleClient } from './example-client.js';

/** Flows run, and their executions are simulated, approved, retried and cancelled. */
export async function runFlows(client: ExampleClient): Promise<void> {
  const { app } = client;
  const owner = { token: client.token, workspaceId: client.real('workspaceId'), email: '' };
  await client.send('PATCH P/flows/:flowId');
  const { executionId } = await client.send<Started>('POST P/flows/:flowId/trigger');
  client.keep('executionId', executionId);
  await client.send('POST P/flows/:flowId/simulate');
  await client.send('POST P/flows/:flowId/versions/:version/restore');
  await publishDraft(client);
  for (const about of ['validate', 'simulate', 'evaluate', 'batch']) await client.send(`POST P/flows/${about}`);
  const { webhookUrl } = await client.send<{ webhookUrl: string }>('POST P/flows/:flowId/regenerate-token');
  const token = new URL(webhookUrl).searchParams.get('token') as string;
  await client.send('POST /flows/run', { as: null, texts: { 'w2f4…': token } });
  const waiting = node('lead', 'trigger.webhook', { responseMode: 'result' });
  const { webhookPath } = await app.seed.flow(owner, graph([waiting]));
  const answering = new URLSearchParams(webhookPath.split('?')[1]).get('token') as string;
  await client.send('POST /flows/run', { as: null, texts: { 'w2f4…': answering } });
  await callWithEachMethod(client, owner);
  await reached(app, owner, executionId);
  await client.send('POST P/flows/:flowId/shadow-replay');
  await client.send('GET P/flows/executions/error-groups');
  await client.send('POST P/flows/executions/:executionId/retry');
  await endHolds(client);
  await client.send('POST P/flows/:flowId/duplicate');
  await client.send('POST P/flows/import');
  await client.send('POST P/flows/templates/:templateId/use');
  const tool = node('start', 'trigger.aiTool', {
    toolName: 'find_order',
    description: 'Finds an order.',
    parameters: {},
  });
  const { id: toolId } = await app.seed.flow(owner, graph([tool]));
  await client.send('POST P/flows/:flowId/call', { ids: { flowId: toolId } });
  const manual = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  await client.send('POST P/crm-events/flows/:flowId/subscribe', { ids: { flowId: manual.id } });
  await client.send('DELETE P/crm-events/flows/:flowId/subscribe', { ids: { flowId: manual.id } });
  await approve(client, owner);
  await callAddresses(client, owner);
  await sendForm(client, owner);
  await retryFailed(client, owner);
  await publishEvents(client, owner);
}

/** A webhook that accepts every method, without and with a path. */
async function callWithEachMethod(client: ExampleClient, owner: Owner) {
  const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
  const flow = graph([node('any', 'trigger.webhook', { methods })]);
  const { webhookPath } = await client.app.seed.flow(owner, flow);
  const token = new URLSearchParams(webhookPath.split('?')[1]).get('token') as string;
  for (const method of methods.slice(0, 5)) {
    for (const path of method === 'POST' ? ['/:suffix'] : ['', '/:suffix']) {
      await client.send(`${method} /flows/run${path}`, { as: null, texts: { 'w2f4…': token } });
    }
  }
}

interface Started {
  executionId: string;
}

async function approve(client: ExampleClient, owner: Owner) {
  const { app } = client;
  const asking = graph(
    [node('start', 'trigger.manual'), node('ask', 'wait.approval', { message: 'Refund 40 EUR?' })],
    'start>ask',
  );
  const { id: flowId } = await app.seed.flow(owner, asking);
  const ask = async () => {
    const { executionId } = await client.send<Started>('POST P/flows/:flowId/trigger', { ids: { flowId } });
    const { steps } = await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    const step = steps.find(({ nodeId }) => nodeId === 'ask') as unknown as { id: string; approvalUrl: string };
    return { executionId, stepId: step.id, token: step.approvalUrl.split('#token=')[1] as string };
  };
  const first = await ask();
  await client.send('POST P/flows/executions/:executionId/approvals/:stepId', { ids: first });
  const second = await ask();
  await client.send('GET /approvals', { as: null, texts: { 'a6m1…': second.token } });
  await client.send('POST /approvals', { as: null, texts: { 'a6m1…': second.token } });
  const third = await ask();
  await client.send('POST P/flows/executions/:executionId/cancel', { ids: third });
  await ask();
  await client.send('POST P/flows/executions/cancel', { texts: { [exampleId('flowId')]: flowId } });
}

/** A step gets a callback by each method. */
async function callAddresses(client: ExampleClient, owner: Owner): Promise<void> {
  const { app } = client;
  const content = graph([node('start', 'trigger.manual'), node('wait', 'wait.callback')], 'start>wait');
  const { id: flowId } = await app.seed.flow(owner, content);
  for (const method of ['POST', 'GET']) {
    const { executionId } = await client.send<Started>('POST P/flows/:flowId/trigger', { ids: { flowId } });
    const { steps } = await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    const step = steps.find(({ nodeId }) => nodeId === 'wait') as unknown as { callbackUrl: string };
    const token = step.callbackUrl.split('/').at(-1) as string;
    await client.send(`${method} /callbacks/:token`, { as: null, ids: { token } });
  }
}

async function sendForm(client: ExampleClient, owner: Owner): Promise<void> {
  const fields = [
    { name: 'name', label: 'Name', type: 'text', required: true },
    { name: 'email', label: 'Email', type: 'email' },
  ];
  const data = { title: 'Contact us', fields, thankYou: 'We will write to you soon.' };
  const { id } = await client.app.seed.flow(owner, graph([node('form', 'trigger.form', data)]));
  const { body } = await client.app.rest(`GET /workspaces/${owner.workspaceId}/flows/${id}`, { as: owner.token });
  const [trigger] = (body.data as { triggers: { formUrl: string }[] }).triggers;
  const token = trigger?.formUrl.split('/').at(-1) as string;
  for (const method of ['GET', 'POST']) await client.send(`${method} /forms/:token`, { as: null, ids: { token } });
}

async function publishDraft(client: ExampleClient): Promise<void> {
  for (const method of ['PUT', 'DELETE', 'PUT', 'GET']) await client.send(`${method} P/flows/:flowId/draft`);
  await client.send('POST P/flows/:flowId/publish');
  await receiveTestCall(client);
}

/** The trigger of the flow waits for a call, which becomes its sample. */
async function receiveTestCall(client: ExampleClient): Promise<void> {
  const { url } = await client.send<{ url: string }>('POST P/flows/:flowId/listen');
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ana"}' };
  await client.app.graphql(
    'mutation ($token: String!, $request: WebhookRequestInput!) { runWebhook(token: $token, request: $request) { executionId } }',
    { token: new URL(url).searchParams.get('token'), request },
  );
  await client.send('GET P/flows/:flowId/listen');
  await client.send('DELETE P/flows/:flowId/listen');
}

async function retryFailed(client: ExampleClient, owner: Owner): Promise<void> {
  const stop = node('stop', 'logic.stop', { status: 'failed', message: 'The order has no items.' });
  const { id } = await client.app.seed.flow(owner, graph([node('start', 'trigger.manual'), stop], 'start>stop'));
  const { executionId } = await client.send<Started>('POST P/flows/:flowId/trigger', { ids: { flowId: id } });
  await reached(client.app, owner, executionId);
  await client.send('POST P/flows/executions/retry', { texts: { [exampleId('flowId')]: id } });
}

/** An event starts a flow, and is sent to a webhook, which gets it again. */
async function publishEvents(client: ExampleClient, owner: Owner): Promise<void> {
  await client.app.seed.flow(owner, {
    ...graph([node('paid', 'trigger.crmEvent', { eventType: 'custom.order_paid' })]),
    settings: { triggerType: 'crm_event', triggerConfig: { eventType: 'custom.order_paid' } },
  });
  await client.send('POST P/webhooks');
  await client.send('POST P/events');
  const { id } = await client.send('POST P/webhooks/:webhookId/test');
  client.keep('deliveryId', id);
  const path = `/workspaces/${owner.workspaceId}/webhooks/${client.real('webhookId')}/deliveries/${id}`;
  await waitFor(async () => {
    const { body } = await client.app.rest(`GET ${path}`, { as: owner.token });
    return (body.data as { status: string }).status === 'succeeded';
  });
  await client.send('POST P/webhooks/:webhookId/deliveries/:deliveryId/redeliver');
  await client.send('POST P/webhooks/:webhookId/rotate-secret');
}

/** Flows are held as executions that fail make them, and the holds are released and discarded. */
async function endHolds(client: ExampleClient): Promise<void> {
  for (const action of ['release', 'discard']) {
    const text = `insert into flow_holds (workspace_id, flow_id, node_id, code, host, message, failures)
      values ($1, $2, 'send', 'OUTBOUND_FAILED', 'api.example.com', 'The server did not answer.', 3) returning id`;
    const values = [client.real('workspaceId'), client.real('flowId')];
    const { rows } = await client.app.services.db.pool.query<{ id: string }>(text, values);
    if (action === 'release') await client.send('GET P/flows/holds');
    await client.send(`POST P/flows/holds/:holdId/${action}`, { ids: { holdId: rows[0]?.id as string } });
    await waitFor(async () => {
      const closed = 'select from flow_holds where workspace_id = $1 and closed_at is null';
      return (await client.app.services.db.pool.query(closed, values.slice(0, 1))).rowCount === 0;
    });
  }
}
