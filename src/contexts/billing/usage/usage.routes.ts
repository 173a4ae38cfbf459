import {
  ExportUsageEventsDocument,
  GetUsageSummaryDocument,
  GetWalletDocument,
  ListUsageEventsDocument,
  TopUpWalletDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

const acrossWorkspaces =
  'For the owner of the account, of all its workspaces unless `scope=workspace`; for other members, of this workspace.';

export const routes = workspaceRoutes({
  'GET /usage/summary': route({
    operation: GetUsageSummaryDocument,
    summary: 'Get a usage summary',
    description: acrossWorkspaces,
    data: (result) => result.workspace.usage?.summary,
  }),
  'GET /usage/wallet': route({
    operation: GetWalletDocument,
    inFlows: false,
    summary: 'Get the wallet',
    data: (result) => result.workspace.usage?.wallet,
  }),
  'POST /usage/wallet/top-up': route({
    operation: TopUpWalletDocument,
    summary: 'Top up the wallet',
    description:
      'Adds credits once for each `reference`. If `CREDITS_SELF_SERVICE` is off, only the operator of the server can add credits.',
    fails: ['CONFLICT'],
    example: { body: { amount: '50', reference: 'invoice-2030-17' } },
    data: (result) => result.topUpWallet,
  }),
  'GET /usage/events': route({
    operation: ListUsageEventsDocument,
    summary: 'List usage events',
    description: acrossWorkspaces,
    data: (result) => result.workspace.usage?.events,
  }),
  'GET /usage/events.csv': route({
    operation: ExportUsageEventsDocument,
    summary: 'Export usage events as CSV',
    description: acrossWorkspaces,
    data: (result) => result.workspace.usage?.eventsCsv,
    text: { type: 'text/csv', filename: 'usage-events.csv' },
  }),
});
