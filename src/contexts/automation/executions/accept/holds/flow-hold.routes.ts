import {
  DiscardFlowHoldDocument,
  ListFlowHoldsDocument,
  ReleaseFlowHoldDocument,
} from '../../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../../rest/route.js';

export const holdRoutes = workspaceRoutes({
  'GET /flows/holds': route({
    operation: ListFlowHoldsDocument,
    summary: 'List holds of flows',
    description:
      'Lists where flows with `settings.hold` are or were held before a node, because executions failed there for one cause. `executions` is the number that wait.',
    data: (result) => result.workspace.flowHolds,
  }),
  'POST /flows/holds/:holdId/release': route({
    operation: ReleaseFlowHoldDocument,
    summary: 'Release a hold',
    description:
      'Lets the executions go on that wait at the hold, in the order in which they arrived and under the limits of the flow. The answer comes at once; `executions` falls to 0. If the cause comes back meanwhile, the flow is held again and the rest goes on waiting.',
    fails: ['CONFLICT', 'FLOW_INVALID'],
    example: { body: { version: 'current' } },
    data: (result) => result.releaseFlowHold,
  }),
  'POST /flows/holds/:holdId/discard': route({
    operation: DiscardFlowHoldDocument,
    summary: 'Discard a hold',
    description:
      'Cancels the executions that wait at the hold, with the error `HOLD_DISCARDED`. The answer comes at once; `executions` falls to 0.',
    fails: ['CONFLICT'],
    data: (result) => result.discardFlowHold,
  }),
});
