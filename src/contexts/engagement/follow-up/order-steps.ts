import { newId } from '../../../platform/new-id.js';
import type { FollowUpStep, FollowUpStepInput } from './follow-up-step.object.js';

/** Steps as they are stored: numbered from 1, each with an ID, sorted by the `stepNumber` that was sent (a stable sort). */
export function orderSteps(sent: readonly FollowUpStepInput[]): FollowUpStep[] {
  const placed = sent.map((step, index) => ({ step: filledStep(step), position: step.stepNumber ?? index + 1 }));
  placed.sort((a, b) => a.position - b.position);
  return numbered(placed.map(({ step }) => step));
}

/** The steps with one more at its `stepNumber`, or at the end. */
export function insertStep(steps: readonly FollowUpStep[], sent: FollowUpStepInput): FollowUpStep[] {
  const step = filledStep(sent);
  return placeStep(steps, step, sent.stepNumber ?? steps.length + 1);
}

/** The steps with one of them moved to `stepNumber`; a number beyond the end means the end. */
export function placeStep(steps: readonly FollowUpStep[], step: FollowUpStep, stepNumber: number): FollowUpStep[] {
  const others = steps.filter(({ id }) => id !== step.id);
  return numbered(others.toSpliced(stepNumber - 1, 0, step));
}

/** The steps without one of them. */
export function removeStep(steps: readonly FollowUpStep[], stepId: string): FollowUpStep[] {
  return numbered(steps.filter(({ id }) => id !== stepId));
}

/**
 * The step that follows one that was done; null after the last.
 * @param done its ID, and the number it had then, in case it has been deleted since
 */
export function stepAfter(
  steps: readonly FollowUpStep[],
  done: { stepId: string; stepNumber: number } | null,
): FollowUpStep | null {
  if (!done) return steps[0] ?? null;
  const index = steps.findIndex(({ id }) => id === done.stepId);
  return steps[index >= 0 ? index + 1 : done.stepNumber - 1] ?? null;
}

function filledStep(sent: FollowUpStepInput): FollowUpStep {
  const { id = newId(), delayMinutes, stepType = 'TEXT', message, promptTemplate, templateId, flowId } = sent;
  return {
    id,
    stepNumber: 0,
    delayMinutes,
    stepType,
    message: message ?? null,
    promptTemplate: promptTemplate ?? null,
    templateId: templateId ?? null,
    flowId: flowId ?? null,
  };
}

function numbered(steps: readonly FollowUpStep[]): FollowUpStep[] {
  return steps.map((step, index) => ({ ...step, stepNumber: index + 1 }));
}
