import { z } from 'zod';
import { fieldProblem, fieldProblems, type NullField } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import { type NodeType, type Rate, rateField } from '../../../../nodes/index.js';
import { requiredFields } from './required-fields.js';

const policy = z.object({ rate: rateField });

/** The fields of a step, resolved. */
interface Resolved {
  data: Readonly<Record<string, unknown>>;
  nulls: readonly NullField[];
}

/**
 * The rate by which the items of a node with `each` start; null without one, and where the node's type has a field of that
 * name. @param node the key of a rate that has none
 */
export function eachRate(
  type: NodeType,
  node: string,
  { data, nulls }: Resolved,
): { rate: Rate | null } | { error: EngineError } {
  if (data.rate === undefined || Object.hasOwn(type.fields.shape, 'rate')) return { rate: null };
  const required = requiredFields({ filled: { rate: 'entries' } }, nulls);
  if (required) return { error: required };
  if (data.rate === null) return { rate: null };
  const parsed = policy.safeParse(data, { error: fieldProblem });
  if (!parsed.success) return { error: { code: 'FIELD_INVALID', message: fieldProblems(parsed.error.issues) } };
  const { key = node, ...rate } = parsed.data.rate;
  return { rate: { ...rate, key } };
}
