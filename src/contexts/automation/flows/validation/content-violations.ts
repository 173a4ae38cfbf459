import { triggerTypes } from '../../../../engine/index.js';
import { AppError, type ErrorDetail } from '../../../../platform/errors/errors.js';
import { applyInput } from '../apply-input.js';
import type { FlowContentInput } from '../content/flow-content.input.js';
import { emptyContent } from '../content/flow-content.js';
import { requireStorable } from './check-flow.js';

/**
 * The violations of a new flow's content as a whole, for an input of which some fields are invalid by themselves or of
 * the wrong type: those fields are ignored.
 */
export function violationsOfNewFlow(input: FlowContentInput): ErrorDetail[] {
  const unreadable = withoutBroken(input);
  const isKnown = triggerTypes.some((type) => type === (input.settings?.triggerType ?? 'manual'));
  const sent = { ...input, ...unreadable, ...(!isKnown && { settings: undefined }) };
  return violationsOf(() => {
    const content = applyInput(emptyContent, sent);
    // Rules about the whole graph would report nodes that only refer to what could not be read.
    if (Object.keys(unreadable).length === 0) requireStorable(content);
  });
}

/** The same for a change: the stored flow is not known yet, so only the sent parts are checked. */
export function violationsOfChange(input: FlowContentInput): ErrorDetail[] {
  const sent = { ...input, ...withoutBroken(input), settings: undefined };
  return violationsOf(() => applyInput(emptyContent, sent));
}

/** The lists with items that are not objects, each mapped to undefined. */
function withoutBroken({ nodes, edges, variables }: FlowContentInput): Record<string, undefined> {
  const broken = Object.entries({ nodes, edges, variables }).filter(([, items]) => items?.some((item) => !item));
  return Object.fromEntries(broken.map(([name]) => [name, undefined]));
}

function violationsOf(check: () => unknown): ErrorDetail[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.details ?? [];
    throw error;
  }
}
