import { FormatError } from '../../platform/file-formats/index.js';
import type { Outcome } from '../define-node.js';
import { recordFailure } from '../record-failure.js';

/** The codes of steps that read or write files. */
export const fileErrors = ['FILE_MISSING', 'FILE_FORMAT', 'FILE_LIMIT'];

/**
 * Converts an error of a file to an outcome; rethrows anything else.
 * @param handles the step leaves by the first of these that is connected
 */
export function fileFailure(error: unknown, handles: readonly string[] = []): Outcome {
  if (!(error instanceof FormatError)) return recordFailure(error, handles);
  return { kind: 'failed', error: { code: error.code, message: error.message }, retryable: false, handles };
}
