import type { z } from 'zod';
import type { Filled, NullField } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import type { NodeType } from '../../../../nodes/index.js';

/** Fields that a message names. */
const namedAtMost = 3;

/**
 * The error of a step in which a field that must have a value is an expression that comes to null; null if there is none.
 * @param nulls the fields whose expression has the value null
 * @param issues what is wrong with the fields
 */
export function requiredFields(
  { filled = {} }: Pick<NodeType, 'filled'>,
  nulls: readonly NullField[],
  issues: readonly z.core.$ZodIssue[] = [],
): EngineError | null {
  const required = nulls.filter(
    (one) => issues.some(({ path }) => contains(pathText(path), one.field)) || mustBeFilled(filled, one),
  );
  if (required.length === 0) return null;
  const sentences = required
    .slice(0, namedAtMost)
    .map(({ field, expression }) => `${field} is required, but its expression {{ ${expression} }} is null.`);
  return { code: 'FIELD_REQUIRED', message: sentences.join(' ') };
}

function mustBeFilled(filled: NonNullable<NodeType['filled']>, { field, isMissing }: NullField): boolean {
  if (Object.hasOwn(filled, field)) return isMissing || filled[field] === 'value' || filled[field] === 'entries';
  const isPart = (how: Filled | undefined) => how === 'entries' || (how === 'paths' && isMissing);
  return Object.keys(filled).some((name) => isPart(filled[name]) && contains(name, field));
}

/** Whether the field is the outer one, or in it. */
function contains(outer: string, field: string): boolean {
  return outer === '' || field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}

/** A path as expressions name their fields: `to[0].address`. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}
