import type { EntityClass } from '@mikro-orm/postgresql';
import { analyticsResolvers } from '../features/analytics/index.js';
import { apiKeyEntities, apiKeyIds, apiKeyResolvers } from '../features/api-keys/index.js';
import { assistantListeners, assistantRecords } from '../features/assistants/index.js';
import { auditResolvers } from '../features/audit/index.js';
import { authResolvers } from '../features/auth/index.js';
import { callCallbackResolvers } from '../features/call-callbacks/index.js';
import { campaignRecords, campaignResolvers } from '../features/campaigns/index.js';
import { companyContextResolvers, companyContexts } from '../features/company-contexts/index.js';
import { contactBulkResolvers } from '../features/contact-bulk/index.js';
import { creditRateResolvers } from '../features/credit-rates/index.js';
import { crmRecords } from '../features/crm/index.js';
import { crmEventResolvers } from '../features/crm-events/index.js';
import { executionIds, executionListeners, executionResolvers } from '../features/executions/index.js';
import { flowFolderEntities, flowFolderIds, flowFolderResolvers } from '../features/flow-folders/index.js';
import { flowTemplateEntities, flowTemplateIds, flowTemplateResolvers } from '../features/flow-templates/index.js';
import { flowToolResolvers } from '../features/flow-tools/index.js';
import { flowEntities, flowIds, flowResolvers } from '../features/flows/index.js';
import { followUpIds, followUpListeners, followUpRecords, followUpResolvers } from '../features/follow-up/index.js';
import { globalVariableEntities, globalVariableIds, globalVariableResolvers } from '../features/global-vars/index.js';
import { memberIds, memberResolvers } from '../features/members/index.js';
import { messageCallbackResolvers } from '../features/message-callbacks/index.js';
import { messagingListeners } from '../features/messaging/index.js';
import { outboxResolvers } from '../features/outbox/index.js';
import {
  type AnyRecord,
  recordIds,
  recordResolvers,
  relationResolvers,
  relationTargets,
} from '../features/records/index.js';
import { searchResolvers } from '../features/search/index.js';
import { secretEntities, secretIds, secretResolvers } from '../features/secrets/index.js';
import { usageResolvers } from '../features/usage/index.js';
import { voiceListeners } from '../features/voice/index.js';
import { Workspace, workspaceEntities, workspaceResolvers } from '../features/workspaces/index.js';
import type { EventListener } from '../platform/events/index.js';
import type { IdSource } from '../platform/graphql/check-operation.js';
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
