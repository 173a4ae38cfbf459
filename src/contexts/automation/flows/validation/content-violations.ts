import { triggerTypes } from '../../../../engine/index.js';
import { AppError, type ErrorDetail } from '../../../../platform/errors.js';
import { applyInput } from '../apply-input.js';
import type { FlowContentInput } from '../content/flow-content.input.js';
import { emptyContent } from '../content/flow-content.js';
import { requireStorable } from './check-flow.js';

/**
 * What is wrong with a new flow's content as a whole, for an input with fields that break rules of their own, or that
 * do not even fit their types: then what stands in them is left aside.
 */
export function violationsOfNewFlow(input: FlowContentInput): ErrorDetail[] {
  const dedicated = withoutBroken(input);
  const isKnown = triggerTypes.some((type) => type === (input.settings?.triggerType ?? 'manual'));
  const sent = { ...input, ...dedicated, ...(!isKnown && { settings: undefined }) };
  return violationsOf(() => {
    const content = applyInput(emptyContent, sent);
    // Rules about the whole graph would blame nodes for what merely could not be read.
    if (Object.keys(dedicated).length === 0) requireStorable(content);
  });
}

/** The same for a change: of a flow that is not looked at yet, only what its parts themselves show. */
export function violationsOfChange(input: FlowContentInput): ErrorDetail[] {
  const sent = { ...input, ...withoutBroken(input), settings: undefined };
  return violationsOf(() => applyInput(emptyContent, sent));
}

/** Lists with items that are no objects, each to be left aside. */
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
