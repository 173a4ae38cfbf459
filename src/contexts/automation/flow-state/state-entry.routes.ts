import {
  ClearFlowStateDocument,
  DeleteStateEntryDocument,
  GetStateEntryDocument,
  SetStateEntryDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

const place = 'With `flowId` the entry is in the state of that flow, without it in the state of the workspace.';

export const routes = workspaceRoutes({
  'GET /state/:key': route({
    operation: GetStateEntryDocument,
    summary: 'Get a state entry',
    description: `${place} An entry that has expired is not found.`,
    example: { params: { key: 'lastOrder' } },
    data: (result) => result.workspace.stateEntry,
  }),
  'PUT /state/:key': route({
    operation: SetStateEntryDocument,
    summary: 'Set a state entry',
    description: `${place} It is created if it is missing. With \`expected\` it is changed only if it has that value, in one step: otherwise the answer is 409, and nothing changes.`,
    example: { params: { key: 'lastOrder' }, body: { value: 17, expected: null } },
    fails: ['CONFLICT', 'QUOTA_EXCEEDED'],
    data: (result) => result.setStateEntry,
  }),
  'DELETE /state/:key': route({
    operation: DeleteStateEntryDocument,
    summary: 'Delete a state entry',
    description: place,
    example: { params: { key: 'lastOrder' } },
    data: (result) => result.deleteStateEntry,
  }),
  'DELETE /flows/:flowId/state': route({
    operation: ClearFlowStateDocument,
    summary: 'Clear the state of a flow',
    description: 'Deletes all entries in the state of the flow. That of the workspace stays.',
    data: (result) => result.clearFlowState,
  }),
});
