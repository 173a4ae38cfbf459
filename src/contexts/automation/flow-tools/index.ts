import { FlowToolMutations, WorkspaceFlowToolsResolver } from './flow-tool.resolver.js';

export type { FlowTool } from './flow-tool.object.js';
export { findNamedTool, listNamedTools, listToolsOf } from './named-tools.js';

export const flowToolResolvers = [WorkspaceFlowToolsResolver, FlowToolMutations];
