import { defineModule } from '../../module.js';
import { FlowToolMutations, WorkspaceFlowToolsResolver } from './flow-tool.resolver.js';

export type { FlowTool } from './flow-tool.object.js';
export { findNamedTool, listNamedTools, listToolsOf } from './named-tools.js';

export const flowToolsModule = defineModule({
  name: 'automation/flow-tools',
  resolvers: [WorkspaceFlowToolsResolver, FlowToolMutations],
  routes: async () => [(await import('./flow-tool.routes.js')).routes],
});
