import { validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { columnViolations } from '../../crm/contact-bulk/index.js';
import { insertJob } from './insert-job.js';
import type { ImportInput } from './job.object.js';
import type { Job } from './job.record.js';
import { readFile } from './read-file.js';

const columnsAtMost = 200;

/**
 * Starts an import of a file, whose rows are read and stored first: it goes on without its client.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST; VALIDATION_FAILED for its columns
 */
export async function createImport(scope: Scope, input: ImportInput): Promise<Job> {
  const { resource = 'contacts', existing = 'update', content, contentType = 'text/csv', base64 = false } = input;
  const parts = await readFile({ content, contentType, base64 });
  const columns = new Set(parts.flatMap((part) => part.columns));
  const violations = parts.map((part) => columnViolations(part.columns)).find((found) => found.length > 0) ?? [];
  if (columns.size > columnsAtMost)
    violations.push({ field: 'content', message: `content must have at most ${columnsAtMost} columns.` });
  if (violations.length > 0) throw validationFailed(violations);
  return insertJob(scope, {
    type: 'import',
    resource,
    request: { existing },
    total: parts.reduce((sum, { rows }) => sum + rows.length, 0),
    position: null,
    parts: parts.map((part) => JSON.stringify(part)),
  });
}
