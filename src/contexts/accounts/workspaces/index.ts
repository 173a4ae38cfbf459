import { Workspace } from './workspace.entity.js';
import { WorkspaceResolver } from './workspace.resolver.js';

export { insertWorkspace } from './create-workspace.js';
export { Workspace, WorkspacePage, type WorkspaceView } from './workspace.entity.js';
export { workspaceName } from './workspace.input.js';

export const workspaceResolvers = [WorkspaceResolver];

export const workspaceEntities = [Workspace];
