import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { updateRecordIn } from '../../../platform/records/index.js';
import { type CompanyContext, type CompanyContextInput, companyContexts } from './company-context.record.js';
import { enforceSingleDefault } from './enforce-single-default.js';

/** Changes the fields of a context that were sent. @throws AppError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED */
export async function updateCompanyContext(
  scope: Scope,
  contextId: string,
  input: CompanyContextInput,
  ifUnmodifiedSince?: Date,
): Promise<CompanyContext> {
  const id = requireId(contextId, 'company context');
  const { workspaceId } = scope;
  return scope.transaction(async (sql) => {
    if (typeof input.isDefault === 'boolean') {
      await enforceSingleDefault(sql, { workspaceId, id, isDefault: input.isDefault, at: scope.services.now() });
    }
    return updateRecordIn(sql, scope, companyContexts, id, input, { ifUnmodifiedSince });
  });
}
