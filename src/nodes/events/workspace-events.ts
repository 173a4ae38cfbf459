import { z } from 'zod';
import { defineEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

const credits = z.string().describe('Credits, as a decimal.');

const heldFlow = {
  holdId: z.string().describe('The ID of the hold.'),
  flowId: z.string().describe('The flow.'),
  flowName: z.string().describe('Its name.'),
  nodeId: z.string().describe('The node before which executions wait.'),
  code: z.string().describe('The code of the error with which others failed there.'),
  host: z.string().nullable().describe('The host of their requests; null for failures without a request.'),
};

const heldSample = {
  holdId: exampleId('holdId'),
  flowId: exampleId('flowId'),
  flowName: 'Orders',
  nodeId: 'send',
  code: 'OUTBOUND_FAILED',
  host: 'api.example.com',
};

export const workspaceEvents = {
  budgetExceeded: defineEvent({
    type: 'budget.exceeded',
    label: 'Budget exceeded',
    summary: 'A budget has refused something, for the first time in its period.',
    read: 'usage:read',
    data: {
      object: z.object({
        flowId: z.string().nullable().describe('The flow of the budget; null for that of the workspace.'),
        flowName: z.string().nullable().describe('The name of the flow; null for the budget of the workspace.'),
        period: z.enum(['day', 'month']).describe('The period of the budget.'),
        begins: z.string().meta({ format: 'date', description: 'The first day of the period.' }),
        limit: credits.describe('The credits of the budget, as a decimal.'),
      }),
    },
    sample: {
      data: {
        flowId: exampleId('flowId'),
        flowName: 'Orders',
        period: 'day',
        begins: '2026-01-05',
        limit: '10.000000',
      },
    },
  }),
  sourceFailed: defineEvent({
    type: 'source.failed',
    label: 'Source failed',
    summary:
      'A trigger has found nothing at its source for an hour, because each poll failed; published once until a poll succeeds.',
    read: 'flows:read',
    data: {
      object: z.object({
        flowId: z.string().describe('The flow of the trigger.'),
        flowName: z.string().describe('Its name.'),
        nodeId: z.string().describe('The node of the trigger.'),
        code: z.string().describe('The code of the error of the last poll.'),
        message: z.string().describe('What happened at it, and what to do.'),
        failingSince: z.string().meta({ format: 'date-time', description: 'Since when each poll has failed.' }),
      }),
    },
    sample: {
      data: {
        flowId: exampleId('flowId'),
        flowName: 'Orders',
        nodeId: 'source',
        code: 'HTTP_STATUS',
        message: 'The server returned the status 503.',
        failingSince: '2026-01-05T09:00:00.000Z',
      },
    },
  }),
  flowHeld: defineEvent({
    type: 'flow.held',
    label: 'Flow held',
    summary:
      'A flow is held before a node, because executions have failed there for one cause; published once for all that wait.',
    read: 'flows:read',
    data: {
      object: z.object({
        ...heldFlow,
        message: z.string().describe('What the last of the failures said.'),
        failures: z.number().describe('How many failures opened the hold.'),
      }),
    },
    sample: {
      data: {
        ...heldSample,
        message: 'The server did not answer.',
        failures: 3,
      },
    },
  }),
  flowReleased: defineEvent({
    type: 'flow.released',
    label: 'Flow released',
    summary: 'The executions that waited at a hold of a flow have all been let go.',
    read: 'flows:read',
    data: {
      object: z.object({
        ...heldFlow,
        executions: z.number().describe('How many executions were let go.'),
      }),
    },
    sample: { data: { ...heldSample, executions: 120 } },
  }),
  connectionDisconnected: defineEvent({
    type: 'connection.disconnected',
    label: 'Connection disconnected',
    summary: 'A service no longer accepts a connection, which must be connected again; published once until it is.',
    read: 'connections:read',
    data: {
      object: z.object({
        connectionId: z.string().describe('The connection.'),
        name: z.string().describe('Its name.'),
        provider: z.string().nullable().describe('The service; `custom` for one that is not in the list of services.'),
        account: z.string().nullable().describe('The account, if the service names it.'),
        problem: z.string().describe('What happened, what to do, and which flows stop.'),
        flows: z
          .array(z.object({ id: z.string().describe('The ID of the flow.'), name: z.string().describe('Its name.') }))
          .describe('The active flows that use it, at most 100.'),
      }),
    },
    sample: {
      data: {
        connectionId: exampleId('connectionId'),
        name: 'Shop',
        provider: 'custom',
        account: 'ana@example.com',
        problem:
          'shop.example.com no longer accepts the account ana@example.com (invalid_grant). Connect the account again. Until then these flows stop: "Orders".',
        flows: [{ id: exampleId('flowId'), name: 'Orders' }],
      },
    },
  }),
  walletLow: defineEvent({
    type: 'wallet.low',
    summary: 'The available credits have fallen below the limit of the server.',
    read: 'usage:read',
    data: {
      object: z.object({
        accountId: z.string().describe('The account that pays for the workspace.'),
        available: credits.describe('The available credits, as a decimal.'),
        limit: credits.describe('The limit of the server, as a decimal.'),
      }),
    },
    sample: { data: { accountId: exampleId('accountId'), available: '9.500000', limit: '10.000000' } },
  }),
  quotaReached: defineEvent({
    type: 'workspace.quota_reached',
    summary: 'A quota has refused something; published at most once an hour.',
    read: 'membership',
    data: {
      object: z.object({
        name: z.string().describe('The name of the quota.'),
        limit: z.number().describe('The limit of the quota.'),
      }),
    },
    sample: { data: { name: 'executionsStartedPerMinute', limit: 600 } },
  }),
  webhookDisabled: defineEvent({
    type: 'webhook.disabled',
    summary: 'Another webhook was switched off by the server.',
    read: 'webhooks:read',
    data: {
      object: z.object({
        id: z.string().describe('The ID of the webhook.'),
        url: z.string().describe('Its address.'),
        reason: z.enum(['failing', 'gone']).describe('Why: three days of failures, or the status 410 Gone.'),
      }),
    },
    sample: { data: { id: exampleId('webhookId'), url: 'https://example.com/events', reason: 'failing' } },
  }),
  /** What `testWebhook` sends; no webhook subscribes to it. */
  webhookTest: defineEvent({
    type: 'webhook.test',
    summary: 'The webhook was tested; sent to it alone, whatever it subscribes to.',
    read: 'membership',
    data: { object: z.object({ webhookId: z.string().describe('The ID of the webhook.') }) },
    sample: { data: { webhookId: exampleId('webhookId') } },
  }),
};
