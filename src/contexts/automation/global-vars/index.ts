import { defineModule } from '../../module.js';
import { globalVariables } from './global-variable.record.js';
import { VariableUsageResolver } from './variable-usage.resolver.js';

export { type GlobalVariable, globalVariables } from './global-variable.record.js';

export const globalVarsModule = defineModule({
  name: 'automation/global-vars',
  records: [globalVariables],
  resolvers: [VariableUsageResolver],
});
