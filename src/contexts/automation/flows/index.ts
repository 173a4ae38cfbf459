import { defineModule } from '../../module.js';
import { Flow } from './flow.entity.js';
import { flowById } from './flow.loaders.js';
import { FlowMutations, FlowResolver, WorkspaceFlowsResolver } from './flow.resolver.js';
import { FlowFileMutations, FlowFileResolver } from './flow-file.resolver.js';
import { FlowValidationResolver } from './flow-validation.resolver.js';
import { FlowVersion } from './flow-version.entity.js';
import { FlowVersionMutations, FlowVersionsResolver, WorkspaceFlowVersionsResolver } from './flow-version.resolver.js';
import { sealedWebhookTokens } from './make-webhook-token.js';
import { NodeTypeQueries, WorkspaceNodeTypesResolver } from './node-type.resolver.js';
import { SecretUsageResolver } from './secret-usage.resolver.js';
import { WebhookToken } from './webhook-token.entity.js';

export { applyInput } from './apply-input.js';
export { requireRunnable, requireStorable } from './check-flow.js';
export { faultsOfChange, faultsOfNewFlow } from './content-faults.js';
export { createFlow, type Rider, storeFlow } from './create-flow.js';
export { findFlow } from './find-flow.js';
export { findFlowByWebhookToken, type WebhookFlow } from './find-flow-by-webhook-token.js';
export { Flow, FlowPage } from './flow.entity.js';
export { CopyFlowInput } from './flow.input.js';
export { flowById } from './flow.loaders.js';
export { FlowGraphInput } from './flow-content.input.js';
export { emptyContent, type FlowContent, type FlowSettings, type FlowVariable, sameContent } from './flow-content.js';
export { flowsReferringTo, referencesOf } from './flow-references.js';
export { type FlowVersionRow, readFlowVersion } from './read-flow-version.js';
export { ReferringFlow } from './referring-flow.object.js';
export { updateFlow } from './update-flow.js';

export const flowsModule = defineModule({
  name: 'automation/flows',
  resolvers: [
    WorkspaceFlowsResolver,
    FlowResolver,
    FlowValidationResolver,
    FlowMutations,
    WorkspaceFlowVersionsResolver,
    FlowVersionsResolver,
    FlowVersionMutations,
    WorkspaceNodeTypesResolver,
    NodeTypeQueries,
    FlowFileResolver,
    FlowFileMutations,
    SecretUsageResolver,
  ],
  entities: [Flow, FlowVersion, WebhookToken],
  ids: { flowId: 'flows' },
  routes: async () => [
    (await import('./flow.routes.js')).routes,
    (await import('./flow-version.routes.js')).versionRoutes,
    (await import('./flow-file.routes.js')).fileRoutes,
  ],
  relationTargets: [
    {
      name: 'Flow',
      type: Flow,
      rule: { capability: 'flows:read' },
      load: (scope, id) => scope.loader(flowById).load(id),
    },
  ],
  sealedColumns: [sealedWebhookTokens],
});
