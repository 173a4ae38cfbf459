import { apiKeysModule } from '../contexts/accounts/api-keys/index.js';
import { auditModule } from '../contexts/accounts/audit/index.js';
import { authModule } from '../contexts/accounts/auth/index.js';
import { membersModule } from '../contexts/accounts/members/index.js';
import { quotasModule } from '../contexts/accounts/quotas/index.js';
import { secretsModule } from '../contexts/accounts/secrets/index.js';
import { workspacesModule } from '../contexts/accounts/workspaces/index.js';
import { connectionsModule } from '../contexts/automation/connections/index.js';
import { crmEventsModule } from '../contexts/automation/crm-events/index.js';
import { executionsModule } from '../contexts/automation/executions/index.js';
import { filesModule } from '../contexts/automation/files/index.js';
import { flowFoldersModule } from '../contexts/automation/flow-folders/index.js';
import { flowStateModule } from '../contexts/automation/flow-state/index.js';
import { flowTemplatesModule } from '../contexts/automation/flow-templates/index.js';
import { flowToolsModule } from '../contexts/automation/flow-tools/index.js';
import { flowsModule } from '../contexts/automation/flows/index.js';
import { globalVarsModule } from '../contexts/automation/global-vars/index.js';
import { modelsModule } from '../contexts/automation/models/index.js';
import { pollingModule } from '../contexts/automation/polling/index.js';
import { ratesModule } from '../contexts/automation/rates/index.js';
import { runAsModule } from '../contexts/automation/run-as/index.js';
import { schedulesModule } from '../contexts/automation/schedules/index.js';
import { webhooksModule } from '../contexts/automation/webhooks/index.js';
import { creditRatesModule } from '../contexts/billing/credit-rates/index.js';
import { paymentsModule } from '../contexts/billing/payments/index.js';
import { usageModule } from '../contexts/billing/usage/index.js';
import { contactBulkModule } from '../contexts/crm/contact-bulk/index.js';
import { crmRecordsModule } from '../contexts/crm/definitions/index.js';
import { recordBatchesModule } from '../contexts/crm/record-batches/index.js';
import { assistantsModule } from '../contexts/engagement/assistants/index.js';
import { campaignsModule } from '../contexts/engagement/campaigns/index.js';
import { channelsModule } from '../contexts/engagement/channels/index.js';
import { companyContextsModule } from '../contexts/engagement/company-contexts/index.js';
import { followUpModule } from '../contexts/engagement/follow-up/index.js';
import { analyticsModule } from '../contexts/insight/analytics/index.js';
import { changesModule } from '../contexts/insight/changes/index.js';
import { jobsModule } from '../contexts/insight/jobs/index.js';
import { requestsModule } from '../contexts/insight/requests/index.js';
import { searchModule } from '../contexts/insight/search/index.js';
import type { Module } from '../contexts/module.js';
import { searchSourceOf } from '../platform/records/index.js';
import type { SearchSource } from '../platform/search/index.js';

/**
 * Every module. The order is that of the documentation and in which listeners are called: a reply gives a conversation its
 * assistant back (follow-up) before the assistant answers (assistants). Search is created from what all others declare.
 */
const listed = [
  authModule,
  workspacesModule,
  quotasModule,
  membersModule,
  apiKeysModule,
  flowsModule,
  flowFoldersModule,
  flowTemplatesModule,
  globalVarsModule,
  flowStateModule,
  secretsModule,
  connectionsModule,
  filesModule,
  executionsModule,
  ratesModule,
  modelsModule,
  schedulesModule,
  pollingModule,
  flowToolsModule,
  auditModule,
  channelsModule,
  companyContextsModule,
  crmEventsModule,
  webhooksModule,
  runAsModule,
  followUpModule,
  assistantsModule,
  campaignsModule,
  contactBulkModule,
  recordBatchesModule,
  searchModule,
  crmRecordsModule,
  usageModule,
  paymentsModule,
  analyticsModule,
  creditRatesModule,
  changesModule,
  jobsModule,
  requestsModule,
] as const satisfies readonly (Module | typeof searchModule)[];

/** The search sources that record definitions and manifests declare. */
export const searchSources: readonly SearchSource[] = listed.flatMap((module) =>
  typeof module === 'function' ? [] : searchSourcesOf(module),
);

export const modules: readonly Module[] = listed.map((module) =>
  typeof module === 'function' ? module(searchSources) : module,
);

/** The ports of nodes that modules implement. */
export type PerformedPort = PortOf<(typeof listed)[number]>;
type PortOf<M> = M extends { ports: infer Factories } ? keyof Factories : never;

function searchSourcesOf({ searchSources = [], records = [] }: Module): SearchSource[] {
  return [...searchSources, ...records.flatMap((record) => searchSourceOf(record) ?? [])].filter(
    ({ indexed }) => indexed !== false,
  );
}
