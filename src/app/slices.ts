import type { EntityClass } from '@mikro-orm/postgresql';
import { apiKeyEntities, apiKeyIds, apiKeyResolvers } from '../contexts/accounts/api-keys/index.js';
import { auditResolvers } from '../contexts/accounts/audit/index.js';
import { authResolvers } from '../contexts/accounts/auth/index.js';
import { memberIds, memberResolvers } from '../contexts/accounts/members/index.js';
import { secretEntities, secretIds, secretResolvers } from '../contexts/accounts/secrets/index.js';
import { Workspace, workspaceEntities, workspaceResolvers } from '../contexts/accounts/workspaces/index.js';
import { crmEventResolvers } from '../contexts/automation/crm-events/index.js';
import { executionIds, executionListeners, executionResolvers } from '../contexts/automation/executions/index.js';
import { flowFolderEntities, flowFolderIds, flowFolderResolvers } from '../contexts/automation/flow-folders/index.js';
import {
  flowTemplateEntities,
  flowTemplateIds,
  flowTemplateResolvers,
} from '../contexts/automation/flow-templates/index.js';
import { flowToolResolvers } from '../contexts/automation/flow-tools/index.js';
import { flowEntities, flowIds, flowResolvers } from '../contexts/automation/flows/index.js';
import {
  globalVariableEntities,
  globalVariableIds,
  globalVariableResolvers,
} from '../contexts/automation/global-vars/index.js';
import { creditRateResolvers } from '../contexts/billing/credit-rates/index.js';
import { usageResolvers } from '../contexts/billing/usage/index.js';
import { contactBulkResolvers } from '../contexts/crm/contact-bulk/index.js';
import { crmRecords } from '../contexts/crm/definitions/index.js';
import { assistantListeners, assistantRecords } from '../contexts/engagement/assistants/index.js';
import { callCallbackResolvers } from '../contexts/engagement/call-callbacks/index.js';
import { campaignRecords, campaignResolvers } from '../contexts/engagement/campaigns/index.js';
import { companyContextResolvers, companyContexts } from '../contexts/engagement/company-contexts/index.js';
import {
  followUpIds,
  followUpListeners,
  followUpRecords,
  followUpResolvers,
} from '../contexts/engagement/follow-up/index.js';
import { messageCallbackResolvers } from '../contexts/engagement/message-callbacks/index.js';
import { messagingListeners } from '../contexts/engagement/messaging/index.js';
import { outboxResolvers } from '../contexts/engagement/outbox/index.js';
import { voiceListeners } from '../contexts/engagement/voice/index.js';
import { analyticsResolvers } from '../contexts/insight/analytics/index.js';
import { searchResolvers } from '../contexts/insight/search/index.js';
import type { EventListener } from '../platform/events/index.js';
import type { IdSource } from '../platform/graphql/check-operation.js';
import {
  type AnyRecord,
  recordIds,
  recordResolvers,
  relationResolvers,
  relationTargets,
} from '../platform/records/index.js';
import { otherTargets } from './relation-targets.js';

/** Every kind of record that comes from a definition. */
export const records: readonly AnyRecord[] = [
  ...crmRecords,
  ...campaignRecords,
  ...followUpRecords,
  ...assistantRecords,
  companyContexts,
];

const targets = relationTargets(records, otherTargets);

/** Every slice's part of the schema. A new slice is one line in each list. */
export const resolvers = [
  ...authResolvers,
  ...workspaceResolvers,
  ...memberResolvers,
  ...apiKeyResolvers,
  ...flowResolvers,
  ...flowFolderResolvers,
  ...flowTemplateResolvers,
  ...globalVariableResolvers,
  ...secretResolvers,
  ...executionResolvers,
  ...flowToolResolvers,
  ...auditResolvers,
  ...outboxResolvers,
  ...messageCallbackResolvers,
  ...callCallbackResolvers,
  ...followUpResolvers,
  ...campaignResolvers,
  ...records.flatMap((record) => recordResolvers(record, Workspace)),
  ...records.flatMap((record) => relationResolvers(record, targets)),
  ...crmEventResolvers,
  ...contactBulkResolvers,
  ...searchResolvers,
  ...usageResolvers,
  ...analyticsResolvers,
  ...creditRateResolvers,
  ...companyContextResolvers,
];

/** Who listens to what happens elsewhere, in this order: a reply puts its assistant back in charge before one is asked to answer. */
export const listeners: readonly EventListener[] = [
  ...executionListeners,
  ...followUpListeners,
  ...assistantListeners,
  ...messagingListeners,
  ...voiceListeners,
];

export const entities: EntityClass<unknown>[] = [
  ...workspaceEntities,
  ...apiKeyEntities,
  ...flowEntities,
  ...flowFolderEntities,
  ...flowTemplateEntities,
  ...globalVariableEntities,
  ...secretEntities,
];

/** Argument names and the tables that their rows stand in: an unknown id is told before a bad body. */
export const ids: Readonly<Record<string, IdSource>> = {
  ...memberIds,
  ...apiKeyIds,
  ...flowIds,
  ...flowFolderIds,
  ...flowTemplateIds,
  ...globalVariableIds,
  ...secretIds,
  ...executionIds,
  ...recordIds(records),
  ...followUpIds,
};
