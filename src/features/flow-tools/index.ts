import { FlowToolMutations, WorkspaceFlowToolsResolver } from './flow-tool.resolver.js';

export const flowToolResolvers = [WorkspaceFlowToolsResolver, FlowToolMutations];
