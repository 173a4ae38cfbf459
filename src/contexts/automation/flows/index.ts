import { flowsNamed, listener } from '../../../platform/events/index.js';
import { defineModule } from '../../module.js';
import { FlowBatchMutations } from './batch/flow-batch.resolver.js';
import { FlowSettingsResolver } from './content/flow-settings.object.js';
import { encryptedTestTokens, encryptedWebhookTokens } from './create-webhook-token.js';
import { FlowDraft } from './drafts/flow-draft.entity.js';
import { draftOfFlow } from './drafts/flow-draft.loader.js';
import { FlowDraftMutations, FlowDraftResolver, FlowDraftsResolver } from './drafts/flow-draft.resolver.js';
import { FlowFileMutations, FlowFileResolver } from './files/flow-file.resolver.js';
import { Flow } from './flow.entity.js';
import { flowById } from './flow.loaders.js';
import { FlowMutations, FlowResolver, WorkspaceFlowsResolver } from './flow.resolver.js';
import { flowReferences } from './flow-reference.entity.js';
import { flowTags } from './flow-tag.entity.js';
import { FlowVersion } from './flow-version.entity.js';
import { testCalls } from './listening/test-call.entity.js';
import { TestCallMutations, TestCallsResolver } from './listening/test-call.resolver.js';
import { NodeTypeQueries, WorkspaceNodeTypesResolver } from './node-types/node-type.resolver.js';
import { searchedFlows } from './searched-flows.js';
import { SecretUsageResolver } from './secret-usage.resolver.js';
import { flowTriggers } from './triggers/flow-trigger.entity.js';
import { FlowTriggersResolver } from './triggers/flow-triggers.resolver.js';
import { FlowValidationResolver } from './validation/flow-validation.resolver.js';
import { requireStartable } from './validation/start-rights.js';
import { loadFlowVersion } from './versions/find-flow-version.js';
import {
  FlowVersionMutations,
  FlowVersionsResolver,
  WorkspaceFlowVersionsResolver,
} from './versions/flow-version.resolver.js';
import { WebhookAddressResolver } from './webhooks/webhook-address.resolver.js';

export { applyInput } from './apply-input.js';
export { ContentColumn } from './content/content-column.js';
export { contentRules } from './content/content-rules.js';
export { FlowDefinitionInput, FlowGraphInput, UpdateFlowSettingsInput } from './content/flow-content.input.js';
export {
  emptyContent,
  type FlowContent,
  type FlowSettings,
  type FlowVariable,
  sameContent,
} from './content/flow-content.js';
export { IsFlowName } from './content/flow-name.js';
export type { FlowRetention } from './content/flow-retention.js';
export { ReferringFlow } from './content/referring-flow.object.js';
export { createFlow, storeFlow } from './create-flow.js';
export { draftOfFlow } from './drafts/flow-draft.loader.js';
export { findFlow } from './find-flow.js';
export { Flow, FlowPage } from './flow.entity.js';
export { flowFilter } from './flow.filter.js';
export { CopyFlowInput, UpdateFlowInput } from './flow.input.js';
export { flowById } from './flow.loaders.js';
export { activeFlowsReferringTo, flowReferencesOf, flowsReferringTo } from './flow-references.js';
export { FlowVersion } from './flow-version.entity.js';
export { type FoundTestCall, findTestCall } from './listening/find-test-call.js';
export { keepTestCall, testCallOver } from './listening/keep-test-call.js';
export { type NodeSample, sampleOfNode } from './listening/sample-of-node.js';
export { isTestToken } from './listening/test-token.js';
export { lookbackSecondsSql } from './lookbacks.js';
export { searchedFlowNames } from './searched-flows.js';
export { createTriggers } from './triggers/create-triggers.js';
export { flowTriggers, type PollState } from './triggers/flow-trigger.entity.js';
export { updateFlow } from './update-flow.js';
export { requireRunnable, requireStorable } from './validation/check-flow.js';
export { violationsOfChange, violationsOfNewFlow } from './validation/content-violations.js';
export { type ForbiddenNode, forbiddenNodes, requireNodeRights } from './validation/node-rights.js';
export { chosenSql, dataOfChosen, reachedFlowsSql } from './validation/reached-flows.sql.js';
export { requireSecretUse } from './validation/require-secret-use.js';
export { parseInOperation, workInOperation } from './validation/work-of-operation.js';
export { flowVersionOf } from './versions/find-flow-version.js';
export { type FlowVersionRow, readFlowVersion } from './versions/read-flow-version.js';
export { isFlowPath, isWebhookPath, webhookUrl } from './webhook-address.js';
export { findFlowByToken, type WebhookFlow } from './webhooks/find-flow-by-webhook-token.js';

export const flowsModule = defineModule({
  name: 'automation/flows',
  resolvers: [
    WorkspaceFlowsResolver,
    FlowResolver,
    WebhookAddressResolver,
    FlowSettingsResolver,
    FlowValidationResolver,
    FlowMutations,
    FlowBatchMutations,
    WorkspaceFlowVersionsResolver,
    FlowVersionsResolver,
    FlowVersionMutations,
    FlowTriggersResolver,
    WorkspaceNodeTypesResolver,
    NodeTypeQueries,
    FlowFileResolver,
    FlowFileMutations,
    SecretUsageResolver,
    FlowDraftsResolver,
    FlowDraftResolver,
    FlowDraftMutations,
    TestCallsResolver,
    TestCallMutations,
  ],
  entities: [Flow, FlowVersion, FlowDraft, flowTriggers, flowReferences, flowTags, testCalls],
  ids: { flowId: 'flows' },
  routes: async () => [
    (await import('./flow.routes.js')).routes,
    (await import('./batch/flow-batch.routes.js')).batchRoutes,
    (await import('./versions/flow-version.routes.js')).versionRoutes,
    (await import('./drafts/flow-draft.routes.js')).draftRoutes,
    (await import('./files/flow-file.routes.js')).fileRoutes,
    (await import('./listening/test-call.routes.js')).testCallRoutes,
  ],
  nodes: [
    {
      name: 'FlowVersion',
      prefix: 'version',
      rule: { capability: 'flows:read' },
      table: 'flows',
      load: loadFlowVersion,
    },
    {
      name: 'FlowDraft',
      prefix: 'draft',
      rule: { capability: 'flows:read' },
      table: '(select workspace_id, flow_id as id from flow_drafts)',
      load: (scope, { id }) => scope.loader(draftOfFlow).load(id),
    },
  ],
  relationTargets: [
    {
      name: 'Flow',
      type: Flow,
      table: 'flows',
      rule: { capability: 'flows:read' },
      load: (scope, id) => scope.loader(flowById).load(id),
    },
  ],
  listeners: [listener(flowsNamed, requireStartable)],
  searchSources: [searchedFlows],
  encryptedColumns: [encryptedWebhookTokens, encryptedTestTokens],
});
