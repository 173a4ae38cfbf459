import type { Switch } from '../../../platform/graphql/authorize.js';

/** A workspace uses resources of the operator, who may want to decide who gets one. */
export const creationByMembers: Switch = {
  variable: 'WORKSPACE_CREATION',
  isOn: (settings) => settings.workspaceCreation === 'members',
  refusal:
    'Only the operator of this server can create workspaces: WORKSPACE_CREATION is operator. Ask the operator to run: workspace-automation workspace create, or an owner or admin of a workspace for an invitation.',
};
