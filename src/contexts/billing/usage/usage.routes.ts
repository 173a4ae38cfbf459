import {
  ExportUsageEventsDocument,
  TopUpWalletDocument,
  UsageEventsDocument,
  UsageSummaryDocument,
  UsageWalletDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

const acrossWorkspaces =
  "For whom the account belongs to, of all the account's workspaces unless `scope=workspace`; for others, of this one.";

export const routes = workspaceRoutes({
  'GET /usage/summary': route({
    operation: UsageSummaryDocument,
    summary: 'What was consumed in a time, and the wallet',
    description: acrossWorkspaces,
    data: (result) => result.workspace.usage.summary,
  }),
  'GET /usage/wallet': route({
    operation: UsageWalletDocument,
    summary: "The account's credits",
    data: (result) => result.workspace.usage.wallet,
  }),
  'POST /usage/wallet/top-up': route({
    operation: TopUpWalletDocument,
    summary: 'Add credits to the wallet; the same reference is booked once',
    data: (result) => result.topUpWallet,
  }),
  'GET /usage/events': route({
    operation: UsageEventsDocument,
    summary: 'Metered acts, newest first',
    description: acrossWorkspaces,
    data: (result) => result.workspace.usage.events,
  }),
  'GET /usage/events.csv': route({
    operation: ExportUsageEventsDocument,
    summary: 'Metered acts as CSV, oldest first, however many there are',
    description: acrossWorkspaces,
    data: (result) => result.workspace.usage.eventsCsv,
    text: { type: 'text/csv', filename: 'usage-events.csv' },
  }),
});
