import { validationFailed } from '../../../../platform/errors/errors.js';
import { folderViolation } from '../apply-input.js';

const foreignKeyViolation = '23503';

/**
 * Handles the error of a statement that writes flows: an unknown folder, or one that was deleted concurrently, is an
 * error of the caller. The foreign key checks it, so there is no gap between check and write.
 * @throws AppError VALIDATION_FAILED, or any other error unchanged
 */
export function requireFolder(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === foreignKeyViolation && constraint?.includes('folder_id')) throw validationFailed([folderViolation]);
  throw error;
}
