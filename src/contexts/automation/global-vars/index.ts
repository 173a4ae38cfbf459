import { GlobalVariable } from './global-variable.entity.js';
import {
  GlobalVariableMutations,
  GlobalVariableResolver,
  WorkspaceGlobalVariablesResolver,
} from './global-variable.resolver.js';

export const globalVariableEntities = [GlobalVariable];

export const globalVariableResolvers = [
  WorkspaceGlobalVariablesResolver,
  GlobalVariableResolver,
  GlobalVariableMutations,
];

/** Argument names and the tables that their rows stand in. */
export const globalVariableIds = { varId: 'global_variables' };
