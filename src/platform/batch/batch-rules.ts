import { Extensions } from 'type-graphql';
import type { BusinessRule } from '../errors/business-rules.js';
import type { ErrorCode } from '../errors/errors.js';

/** The rules of every batch whose operations are carried out together. */
const ownRules = ['REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'ACTION_UNSUITABLE', 'DATA_INVALID'] as const;

export type BatchRule = Extract<BusinessRule, (typeof ownRules)[number]>;

/** How a write of one record fails, which `details[].rule` of an atomic batch names. */
const failures = ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN'] as const satisfies readonly ErrorCode[];

/**
 * Declares by which rules an atomic batch is refused: those of every batch, and all of the mutations for one record.
 * @param refusesLike names of mutations
 */
export function RefusesBatch(...refusesLike: readonly string[]): MethodDecorator {
  return Extensions({ businessRules: [...ownRules, ...failures], refusesLike }) as MethodDecorator;
}
