import { ArrayMaxSize, ArrayUnique, ValidateNested } from 'class-validator';
import { restrict } from '../../../platform/database/mapping/foreign-keys.js';
import {
  defineRecord,
  flag,
  initially,
  integer,
  many,
  objects,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
} from '../../../platform/records/index.js';
import { FollowUpStep, FollowUpStepInput } from './follow-up-step.object.js';
import { orderSteps } from './order-steps.js';
import { stepViolations } from './step-violations.js';
import { stopEnrollments } from './stop-enrollments.js';

export const mostSteps = 50;

const steps = objects<FollowUpStep>(
  {
    type: () => FollowUpStep,
    inputType: () => FollowUpStepInput,
    subfields: ['id', 'stepNumber', 'delayMinutes', 'stepType', 'message', 'promptTemplate', 'templateId', 'flowId'],
    rules: [
      ArrayMaxSize(mostSteps, { message: `A sequence has at most ${mostSteps} steps.` }),
      ArrayUnique((step: FollowUpStepInput) => step?.id ?? Symbol('none'), { message: 'Steps have ids of their own.' }),
      ValidateNested({ each: true }),
    ],
  },
  { description: 'In their order. Sent with a change, they replace all there are' },
);

const fields = {
  name: required(text(120, { searched: true, sorted: true })),
  agentId: ref('agents', 'agent', { filtered: true, description: 'The assistant it applies to; all when left out' }),
  isActive: initially(true, flag({ filtered: true, description: 'Switching it off ends its enrolments' })),
  triggerOn: initially('NO_RESPONSE', oneOf(['NO_RESPONSE'])),
  maxAttempts: integer(1, 20, { description: 'Messages to one contact at most; as many as steps when left out' }),
  reactivateAgent: initially(true, flag({ description: 'Whether a reply brings the assistant back' })),
  isDefault: readOnly(initially(false, flag({ description: 'Made by default-sequence' }))),
  steps: initially([], steps),
};

export type FollowUpSequence = RowOf<typeof fields>;

export const followUpSequences = defineRecord({
  name: 'FollowUpSequence',
  plural: 'FollowUpSequences',
  description: 'Messages that follow one another while a contact does not answer an assistant',
  table: 'follow_up_sequences',
  capability: 'followups',
  path: 'follow-up/sequences',
  fields,
  foreignKeys: { agentId: restrict('agents', 'follow_up_sequences_agent_fkey') },
  relations: {
    agent: one('agentId', 'Agent'),
    enrollments: many('FollowUpEnrollment', 'followUpSequenceId'),
  },
  derive(wanted, before) {
    return wanted.steps === before?.steps ? {} : { steps: orderSteps(wanted.steps as FollowUpStepInput[]) };
  },
  async check(sql, _scope, { workspaceId, steps: wanted }, before) {
    // What stands there already may have lost its flow since: nobody is asked to mend that along with something else.
    const stands = new Set(before?.steps.map(contentOf));
    const changed = wanted.filter((step) => !stands.has(contentOf(step)));
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
