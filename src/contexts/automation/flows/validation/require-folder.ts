import { validationFailed } from '../../../../platform/errors.js';
import { folderViolation } from '../apply-input.js';

const foreignKeyViolation = '23503';

/**
 * For the end of a write of flows: a folder that is not there, or was deleted at the same moment, is the caller's
 * fault. The foreign key tells, so there is no gap between check and write.
 * @throws AppError VALIDATION_FAILED, or the error itself where it is another one
 */
export function requireFolder(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === foreignKeyViolation && constraint?.includes('folder_id')) throw validationFailed([folderViolation]);
  throw error;
}
