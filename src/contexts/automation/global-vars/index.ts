import { defineModule } from '../../module.js';
import { GlobalVariable } from './global-variable.entity.js';
import {
  GlobalVariableMutations,
  GlobalVariableResolver,
  WorkspaceGlobalVariablesResolver,
} from './global-variable.resolver.js';

export const globalVarsModule = defineModule({
  name: 'automation/global-vars',
  resolvers: [WorkspaceGlobalVariablesResolver, GlobalVariableResolver, GlobalVariableMutations],
  entities: [GlobalVariable],
  ids: { varId: 'global_variables' },
  routes: async () => [(await import('./global-variable.routes.js')).routes],
});
