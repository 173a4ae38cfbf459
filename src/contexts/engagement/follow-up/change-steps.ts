import { AppError, notFound, validationFailed } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { findRecord, updateRecord } from '../../../platform/records/index.js';
import { followUpSequences, mostSteps, tooManySteps } from './follow-up-sequence.record.js';
import type { FollowUpStep, FollowUpStepInput, UpdateFollowUpStepInput } from './follow-up-step.object.js';
import { insertStep, placeStep, removeStep } from './order-steps.js';

/** Finds a step of a sequence. @throws AppError NOT_FOUND */
export async function findFollowUpStep(scope: Scope, sequenceId: string, stepId: string): Promise<FollowUpStep> {
  const { steps, updatedAt } = await findRecord(scope, followUpSequences, requireId(sequenceId, 'follow-up sequence'));
  return { ...requireStep(steps, stepId), updatedAt };
}

/** Inserts a step at its `stepNumber`, or at the end. @throws AppError NOT_FOUND, VALIDATION_FAILED */
export async function createFollowUpStep(
  scope: Scope,
  sequenceId: string,
  input: FollowUpStepInput,
): Promise<FollowUpStep> {
  const { added, updatedAt } = await changeSteps(scope, sequenceId, (steps) => {
    if (steps.length >= mostSteps) {
      throw validationFailed([{ field: 'steps', rule: 'LIMIT_REACHED', message: tooManySteps }]);
    }
    if (steps.some(({ id }) => id === input.id)) {
      const message = 'A step with this id already exists in the sequence.';
      throw validationFailed([{ field: 'id', rule: 'DUPLICATE', message }]);
    }
    return insertStep(steps, input);
  });
  return { ...(added[0] as FollowUpStep), updatedAt };
}

/** Changes the fields of a step that were sent; `stepNumber` moves it. @throws AppError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED */
export async function updateFollowUpStep(
  scope: Scope,
  sequenceId: string,
  stepId: string,
  { stepNumber, ...sent }: UpdateFollowUpStepInput,
  ifUnmodifiedSince?: Date,
): Promise<FollowUpStep> {
  const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  let after: FollowUpStep[] = [];
  const change = (steps: FollowUpStep[]) => {
    const step = { ...requireStep(steps, stepId), ...changes };
    after = placeStep(steps, step, stepNumber ?? step.stepNumber);
    return after;
  };
  const { updatedAt } = await changeSteps(scope, sequenceId, change, ifUnmodifiedSince);
  return { ...requireStep(after, stepId), updatedAt };
}

/** Deletes a step and renumbers those after it. @throws AppError NOT_FOUND */
export async function deleteFollowUpStep(scope: Scope, sequenceId: string, stepId: string): Promise<Deleted> {
  await changeSteps(scope, sequenceId, (steps) => removeStep(steps, requireStep(steps, stepId).id));
  return { id: stepId };
}

/** @returns the steps that are new, and when the sequence was changed */
async function changeSteps(
  scope: Scope,
  sequenceId: string,
  change: (steps: FollowUpStep[]) => FollowUpStep[],
  ifUnmodifiedSince?: Date,
): Promise<{ added: FollowUpStep[]; updatedAt: Date }> {
  let former = new Set<string>();
  const changed = (before: { steps: FollowUpStep[] }) => {
    former = new Set(before.steps.map(({ id }) => id));
    return { steps: change(before.steps) };
  };
  const { steps, updatedAt } = await updateRecord(scope, followUpSequences, sequenceId, changed, {
    ifUnmodifiedSince,
  }).catch(withStepFields);
  return { added: steps.filter(({ id }) => !former.has(id)), updatedAt };
}

function requireStep(steps: readonly FollowUpStep[], stepId: string): FollowUpStep {
  const step = steps.find(({ id }) => id === stepId.toLowerCase());
  if (!step) throw notFound('follow-up step');
  return step;
}

/** Names the fields of an error as the request for a single step does: without the `steps[n].` prefix. */
function withStepFields(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
  const details = error.details ?? [];
  throw validationFailed(
    details.map((one) => ({ ...one, field: one.field?.replace(/^steps\[\d+\]\./, '') ?? 'steps' })),
  );
}
