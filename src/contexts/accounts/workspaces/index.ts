import { defineModule } from '../../module.js';
import { Workspace } from '../entities/workspace.entity.js';
import { viewWorkspace } from './view-workspace.js';
import { WorkspaceResolver } from './workspace.resolver.js';

export { Workspace, WorkspacePage, type WorkspaceView } from '../entities/workspace.entity.js';
export { insertWorkspace } from './create-workspace.js';
export { creationByMembers } from './creation-by-members.js';
export { deleteForOperator, listForOperator } from './operator-actions.js';
export { CreateWorkspaceInput } from './workspace.input.js';

export const workspacesModule = defineModule({
  name: 'accounts/workspaces',
  resolvers: [WorkspaceResolver],
  entities: [Workspace],
  nodes: [
    {
      name: 'Workspace',
      rule: {},
      table: '(select id as workspace_id, id from workspaces)',
      load: async (scope) => viewWorkspace(scope),
    },
  ],
  routes: async () => [(await import('./workspace.routes.js')).routes],
});
