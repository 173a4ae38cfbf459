import {
  CreateDefaultFollowUpSequenceDocument,
  CreateFollowUpStepDocument,
  DeleteFollowUpStepDocument,
  UpdateFollowUpStepDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

const steps = '/follow-up/sequences/:followUpSequenceId/steps';

export const routes = workspaceRoutes({
  'POST /follow-up/default-sequence': route({
    operation: CreateDefaultFollowUpSequenceDocument,
    summary: 'Create the default follow-up sequence',
    description: 'Answers 201 with the new one, and 200 with the one there is.',
    data: (result) => result.createDefaultFollowUpSequence.sequence,
    status: {
      oneOf: [201, 200],
      choose: ({ createDefaultFollowUpSequence }) => (createDefaultFollowUpSequence.created ? 201 : 200),
    },
  }),
  [`POST ${steps}`]: route({
    operation: CreateFollowUpStepDocument,
    summary: 'Create a follow-up step',
    description: 'At the place that `stepNumber` names, or at the end; the others are renumbered.',
    data: (result) => result.createFollowUpStep,
    status: 201,
  }),
  [`PATCH ${steps}/:followUpStepId`]: route({
    operation: UpdateFollowUpStepDocument,
    summary: 'Update a follow-up step',
    data: (result) => result.updateFollowUpStep,
  }),
  [`DELETE ${steps}/:followUpStepId`]: route({
    operation: DeleteFollowUpStepDocument,
    summary: 'Delete a follow-up step',
    data: (result) => result.deleteFollowUpStep,
  }),
});
