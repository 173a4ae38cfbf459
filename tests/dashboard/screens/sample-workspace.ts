import type { Dashboard } from '../support/dashboard.js';
import { senderOfOwner } from '../support/sender.js';
import { type SampleCustomers, seedCustomers } from './sample-customers.js';
import { type SampleFlows, seedFlows } from './sample-flows.js';

export { sampleDay } from './sample-customers.js';

/** What the records of the sample workspace are known by. */
export type Sample = SampleCustomers & SampleFlows & { webhookId: string };

/** Fills the demo workspace of a server with one of each that a screen shows. */
export async function seedWorkspace(dashboard: Dashboard): Promise<Sample> {
  const { api, url, demo } = dashboard;
  const send = await senderOfOwner(dashboard);
  const write = <Made = unknown>(mutation: string, input: object, fields = '__typename') => {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!`;
    return send<{ made: Made }>(
      `mutation ($workspaceId: ID!, $input: ${type}) {
        made: ${mutation}(workspaceId: $workspaceId, input: $input) { ${fields} } }`,
      { workspaceId: demo.workspaceId, input },
    );
  };
  const setState = (key: string, value: unknown, flowId: string | null) =>
    api(
      `mutation ($workspaceId: ID!, $key: String!, $flowId: ID, $value: JSON) {
        setStateEntry(workspaceId: $workspaceId, key: $key, flowId: $flowId, input: { value: $value }) { __typename } }`,
      { key, value, flowId },
    );
  const customers = await seedCustomers(dashboard);
  const flows = await seedFlows(dashboard);
  await write('createSecret', { name: 'TWILIO_ACCOUNT_SID', value: 'AC1' });
  await write('createSecret', {
    name: 'SHOP_TOKEN',
    value: 's3',
    description: 'Of the shop',
    allowedHosts: ['*.example.com'],
  });
  await write('createGlobalVariable', { name: 'openingHours', value: '9 to 20', description: 'Of the shop' });
  await setState('lastOrder', { id: 17, total: 320 }, flows.refundId);
  await setState('openCases', 5, null);
  const content = 'product,price\r\nLamp,49\r\nTable,320\r\nChair,120\r\n';
  await write('createFile', { name: 'price-list.csv', contentType: 'text/csv', content });
  await write('createFile', { name: 'terms.txt', content: 'Delivery within a week.', kept: true });
  await write('createFlowTemplate', { name: 'Own template', description: 'Made here.', category: 'Shop' });
  await write('createApiKey', { name: 'Shop', capabilities: ['contacts:read', 'flows:read'] });
  await write('updateWorkspace', { dailyBudget: '5', monthlyBudget: '80', timezone: 'UTC' });
  // Its deliveries are accepted by the demo API of the server itself.
  const hook = {
    url: `${url}/demo/orders`,
    events: ['contact.created', 'execution.failed'],
    description: 'To the shop',
  };
  const { made } = await write<{ webhookId: string }>('createWebhook', hook, 'webhookId');
  await api(
    `mutation ($workspaceId: ID!, $webhookId: ID!) {
      testWebhook(workspaceId: $workspaceId, webhookId: $webhookId) { __typename } }`,
    made,
  );
  return { ...customers, ...flows, ...made };
}
