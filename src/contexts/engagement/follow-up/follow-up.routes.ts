import {
  CreateDefaultFollowUpSequenceDocument,
  CreateFollowUpStepDocument,
  DeleteFollowUpStepDocument,
  GetFollowUpStepDocument,
  UpdateFollowUpStepDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /follow-up/default-sequence': route({
    operation: CreateDefaultFollowUpSequenceDocument,
    summary: 'Create the default follow-up sequence',
    description: 'Returns 201 with the new sequence, or 200 with the existing one.',
    data: (result) => result.createDefaultFollowUpSequence.sequence,
    status: {
      oneOf: [201, 200],
      choose: ({ createDefaultFollowUpSequence }) => (createDefaultFollowUpSequence.created ? 201 : 200),
    },
  }),
  'POST /follow-up/sequences/:followUpSequenceId/steps': route({
    operation: CreateFollowUpStepDocument,
    summary: 'Create a follow-up step',
    description: 'Inserts the step at the position in `stepNumber`, or at the end, and renumbers the others.',
    example: { body: { delayMinutes: 1440, stepType: 'TEXT', message: 'Can we help you with anything else?' } },
    data: (result) => result.createFollowUpStep,
    status: 201,
  }),
  'GET /follow-up/sequences/:followUpSequenceId/steps/:followUpStepId': route({
    operation: GetFollowUpStepDocument,
    summary: 'Get a follow-up step',
    description: 'Its `ETag` changes with every change of the sequence.',
    data: (result) => result.workspace.followUpStep,
  }),
  'PATCH /follow-up/sequences/:followUpSequenceId/steps/:followUpStepId': route({
    operation: UpdateFollowUpStepDocument,
    summary: 'Update a follow-up step',
    description: 'Changes only the fields in the request. `stepNumber` moves the step.',
    example: { body: { delayMinutes: 2880 } },
    data: (result) => result.updateFollowUpStep,
  }),
  'DELETE /follow-up/sequences/:followUpSequenceId/steps/:followUpStepId': route({
    operation: DeleteFollowUpStepDocument,
    summary: 'Delete a follow-up step',
    description: 'Renumbers the steps after it.',
    data: (result) => result.deleteFollowUpStep,
  }),
});
