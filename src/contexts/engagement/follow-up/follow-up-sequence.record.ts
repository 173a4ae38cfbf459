import { ArrayMaxSize, ArrayUnique, ValidateNested } from 'class-validator';
import { restrict } from '../../../platform/database/mapping/foreign-keys.js';
import type { NamedFlow } from '../../../platform/events/index.js';
import {
  defineRecord,
  flag,
  initially,
  integer,
  line,
  many,
  objects,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  requireStartableFlows,
} from '../../../platform/records/index.js';
import { FollowUpStep, FollowUpStepInput } from './follow-up-step.object.js';
import { orderSteps } from './order-steps.js';
import { stepViolations } from './step-violations.js';
import { stopEnrollments } from './stop-enrollments.js';

export const mostSteps = 50;
export const tooManySteps = `steps must have at most ${mostSteps} entries.`;

const steps = objects<FollowUpStep>(
  {
    type: () => FollowUpStep,
    inputType: () => FollowUpStepInput,
    subfields: ['id', 'stepNumber', 'delayMinutes', 'stepType', 'message', 'promptTemplate', 'templateId', 'flowId'],
    rules: [
      ArrayMaxSize(mostSteps, { message: tooManySteps }),
      ArrayUnique((step: FollowUpStepInput) => step?.id ?? Symbol('none'), {
        message: 'steps must not contain the same id twice.',
        context: { rule: 'DUPLICATE' },
      }),
      ValidateNested({ each: true }),
    ],
  },
  { description: `In order, at most ${mostSteps}. An update that includes them replaces all steps.` },
);

const fields = {
  name: required(line(120, { searched: true, sorted: true, description: 'The name of the sequence.' })),
  agentId: ref('agents', 'agent', {
    filtered: true,
    description: 'The assistant that the sequence applies to. Defaults to all assistants.',
  }),
  isActive: initially(
    true,
    flag({
      filtered: true,
      description: 'Whether contacts are enrolled. Setting it to false stops its enrollments.',
    }),
  ),
  triggerOn: initially(
    'NO_RESPONSE',
    oneOf(
      { NO_RESPONSE: 'A message of the assistant got no reply.' },
      {
        description: 'The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply.',
      },
    ),
  ),
  maxAttempts: integer(1, 20, {
    description: 'The maximum number of messages to one contact. Defaults to the number of steps.',
  }),
  reactivateAgent: initially(
    true,
    flag({ description: 'Whether a reply assigns the conversation to the assistant again.' }),
  ),
  isDefault: readOnly(
    initially(
      false,
      flag({ description: 'Whether it is the default sequence, created by `createDefaultFollowUpSequence`.' }),
    ),
  ),
  steps: initially([], steps),
};

export type FollowUpSequence = RowOf<typeof fields>;

export const followUpSequences = defineRecord({
  name: 'FollowUpSequence',
  plural: 'FollowUpSequences',
  description: 'Messages that are sent one after another until a contact replies.',
  table: 'follow_up_sequences',
  indexes: { any: ['agentId', 'createdAt'] },
  routes: {
    list: 'GET /follow-up/sequences',
    create: 'POST /follow-up/sequences',
    find: 'GET /follow-up/sequences/:followUpSequenceId',
    update: 'PATCH /follow-up/sequences/:followUpSequenceId',
    delete: 'DELETE /follow-up/sequences/:followUpSequenceId',
  },
  examples: {
    create: { name: 'Reminder', steps: [{ delayMinutes: 60, stepType: 'TEXT', message: 'Are you still interested?' }] },
    update: { maxAttempts: 3 },
  },
  capability: 'followups',
  fields,
  foreignKeys: { agentId: restrict('agents', 'follow_up_sequences_agent_fkey') },
  relations: {
    agent: one('agentId', 'Agent'),
    enrollments: many('FollowUpEnrollment', 'followUpSequenceId'),
  },
  derive(after, before) {
    return after.steps === before?.steps ? {} : { steps: orderSteps(after.steps as FollowUpStepInput[]) };
  },
  rules: ['REQUIRED_WITH', 'REFERENCE_UNKNOWN', 'MERGE_FIELD_UNKNOWN'],
  async check(sql, scope, { workspaceId, steps }, before) {
    await requireStartableFlows(sql, scope, addedFlows(steps, before?.steps ?? []));
    // The flow of a stored step may have been deleted since: an update of something else must not fail for that.
    const stored = new Set(before?.steps.map(contentOf));
    const changed = steps.filter((step) => !stored.has(contentOf(step)));
    return stepViolations(sql, workspaceId, changed, ({ stepNumber }, field) => `steps[${stepNumber - 1}].${field}`);
  },
  async written(sql, _scope, { before, after, at }) {
    if (before?.isActive && after && !after.isActive) {
      await stopEnrollments(sql, { workspaceId: after.workspaceId, sequenceId: after.id }, 'sequence_inactive', at);
    }
  },
});

function contentOf({ stepType, message, promptTemplate, templateId, flowId }: FollowUpStep): string {
  return JSON.stringify([stepType, message, promptTemplate, templateId, flowId]);
}

/** The flows that steps start and did not start before. A step of another type that has a flow starts none. */
function addedFlows(steps: readonly FollowUpStep[], before: readonly FollowUpStep[]): NamedFlow[] {
  const known = new Set(before.map((step) => step.stepType === 'FLOW' && step.flowId));
  return steps.flatMap(({ stepType, flowId, stepNumber }) =>
    flowId && stepType === 'FLOW' && !known.has(flowId) ? [{ field: `steps[${stepNumber - 1}].flowId`, flowId }] : [],
  );
}
