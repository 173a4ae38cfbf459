import {
  createRecord,
  type RecordScope,
  readRow,
  requireInput,
  updateRecord,
} from '../../../platform/records/index.js';
import { type Opportunity, opportunities } from './opportunity.record.js';

/**
 * Creates an opportunity.
 * @param id its ID. An opportunity that has it already was created by an earlier attempt.
 * @throws AppError VALIDATION_FAILED
 */
export async function openOpportunity(
  scope: RecordScope,
  raw: Readonly<Record<string, unknown>>,
  id: string,
): Promise<Opportunity> {
  const known = await readRow<Opportunity>(scope.sql, opportunities, { workspaceId: scope.workspaceId, id });
  return known ?? createRecord(scope, opportunities, await requireInput(scope, opportunities, 'create', raw), { id });
}

/** Moves an opportunity to another stage of its pipeline. @throws AppError NOT_FOUND, VALIDATION_FAILED */
export function moveOpportunity(scope: RecordScope, opportunityId: string, stageId: string): Promise<Opportunity> {
  return updateRecord(scope, opportunities, opportunityId, { stageId });
}
