import { type ErrorDetail, validationFailed } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/graphql/context.js';

const unknownParent: ErrorDetail = {
  field: 'parentId',
  message: "parentId names no folder of this workspace. Give a folder's id, or null for the top.",
};

const foreignKeyViolation = '23503';

/** The id itself. @throws AppError VALIDATION_FAILED where it can be no folder's */
export function checkParentId(parentId: string | null): string | null {
  if (parentId !== null && !isUuid(parentId)) throw validationFailed([unknownParent]);
  return parentId;
}

/**
 * For the end of a write of folders: a parent that is not there, or was deleted at the same moment, is the caller's
 * fault. @throws AppError VALIDATION_FAILED, or the error itself where it is another one
 */
export function refuseUnknownParent(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === foreignKeyViolation && constraint?.includes('parent_id')) throw validationFailed([unknownParent]);
  throw error;
}
