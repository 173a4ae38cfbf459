import { defineModule } from '../../module.js';
import { stateRetention } from './delete-expired.js';
import { stateEntries } from './state-entry.record.js';
import { StateMutations, WorkspaceStateResolver } from './state-entry.resolver.js';

export { type EntryPlace, readEntry } from './change-entry.js';
export { incrementState, seeState, setState } from './operations.js';
export { readState } from './read-state.js';
export { seeMany, seenAtOnce, unseen } from './see-many.js';

/** What flows keep between executions. */
export const flowStateModule = defineModule({
  name: 'automation/flow-state',
  records: [stateEntries],
  resolvers: [WorkspaceStateResolver, StateMutations],
  tasks: [stateRetention],
  routes: async () => [(await import('./state-entry.routes.js')).routes],
});
