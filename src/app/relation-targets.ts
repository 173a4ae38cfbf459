import { Member, memberByUser } from '../contexts/accounts/members/index.js';
import { Execution, executionById } from '../contexts/automation/executions/index.js';
import { Flow, flowById } from '../contexts/automation/flows/index.js';
import type { RelationTarget } from '../platform/records/index.js';

/** What records lead to besides one another, with the rule that its own lists declare. */
export const otherTargets: readonly RelationTarget[] = [
  {
    ...{ name: 'Flow', type: Flow, rule: { capability: 'flows:read' } },
    load: (scope, id) => scope.loader(flowById).load(id),
  },
  { name: 'Execution', type: Execution, rule: { capability: 'flows:read' }, load: executionById },
  {
    ...{ name: 'Member', type: Member, rule: { session: true } },
    load: (scope, id) => scope.loader(memberByUser).load(id),
  },
];
