import { ReplayExecutionsDocument } from '../../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../../rest/route.js';

export const shadowReplayRoutes = workspaceRoutes({
  'POST /flows/:flowId/shadow-replay': route({
    operation: ReplayExecutionsDocument,
    inFlows: false,
    summary: 'Replay executions with the draft of a flow',
    description:
      'Drives the draft, or the current version if there is no draft, with the trigger data of past executions. Effects and waits end as they were recorded, or with the sample of their type if they were not: nothing leaves the server, costs credits or is stored. Each step is compared with the recorded one. A request has at most 20 seconds.',
    fails: ['FLOW_INVALID'],
    example: { body: { limit: 5 } },
    data: (result) => result.shadowReplay,
  }),
});
