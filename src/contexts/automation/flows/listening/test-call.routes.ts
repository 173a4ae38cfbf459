import {
  DeleteTestCallDocument,
  GetTestCallDocument,
  ListenForTestCallDocument,
} from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const testCallRoutes = workspaceRoutes({
  'GET /flows/:flowId/listen': route({
    operation: GetTestCallDocument,
    summary: 'Get the test call of a webhook or form',
    description:
      '`url` is set while the node waits for the call. `triggerData` and `request` are those of the last call that came, the sample of the node. Returns 404 if the node has never waited for a call.',
    example: { query: { nodeId: 'lead' } },
    data: (result) => result.workspace.flow?.testCall,
  }),
  'POST /flows/:flowId/listen': route({
    operation: ListenForTestCallDocument,
    summary: 'Listen for a test call of a webhook or form',
    description:
      'The node is that of the draft or, if the draft has none with this ID, of the flow; neither has to be published or active. The address answers one call: that of a webhook with all checks of the node, that of a form with its page. The call starts nothing; what it sends, at most 1 MiB, becomes the sample of the node, without credentials. A node that waits already keeps its address, takes the fields that it has now, and waits on.',
    fails: ['FLOW_INVALID'],
    example: { body: { nodeId: 'lead' } },
    data: (result) => result.listenForTestCall,
    status: 201,
  }),
  'DELETE /flows/:flowId/listen': route({
    operation: DeleteTestCallDocument,
    summary: 'Delete the test call of a webhook or form',
    description: 'Ends the waiting, and deletes the sample of the node unless `keepSample` is true.',
    example: { query: { nodeId: 'lead' } },
    data: (result) => result.deleteTestCall,
  }),
});
