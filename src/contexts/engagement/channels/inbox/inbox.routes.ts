import { exampleId } from '../../../../platform/example-id.js';
import { AssignUnroutedMessageDocument } from '../../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /inbox/unrouted/:unroutedMessageId/assign': route({
    operation: AssignUnroutedMessageDocument,
    summary: 'Assign an unrouted message',
    description:
      'Moves the message, and all others of its sender, to the conversation of a contact; returns the conversation. ' +
      'To create a contact with the number of the sender, send `{}`.',
    example: { body: { contactId: exampleId('contactId') } },
    data: (result) => result.assignUnroutedMessage,
  }),
});
