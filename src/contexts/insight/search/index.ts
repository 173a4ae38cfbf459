import { WorkspaceSearchResolver } from './search.resolver.js';

export { searchWorkspace } from './search-workspace.js';

export const searchResolvers = [WorkspaceSearchResolver];
