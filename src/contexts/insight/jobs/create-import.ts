import type { GraphQLSchema } from 'graphql';
import { isInputObjectType } from 'graphql';
import { didYouMean } from '../../../engine/index.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import { requireCapability } from '../../../platform/graphql/authorize.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { columnViolations } from '../../crm/contact-bulk/index.js';
import { insertJob } from './insert-job.js';
import type { ImportInput, ImportResource } from './job.object.js';
import type { Job } from './job.record.js';
import { type RowsOfFile, readFile } from './read-file.js';
import { rightToChange } from './resources.js';

/** Columns of an export that only the server sets. */
const ofServer = ['id', 'workspaceId', 'createdAt', 'updatedAt'];

/**
 * Starts an import of a file, whose rows are read and stored first: it goes on without its client.
 * @throws AppError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST; VALIDATION_FAILED for its columns
 */
export async function createImport(scope: Scope, schema: GraphQLSchema, input: ImportInput): Promise<Job> {
  const { resource = 'contacts', existing = 'update', content, contentType = 'text/csv', base64 = false } = input;
  requireCapability(scope.access, rightToChange[resource]);
  const parts = await readFile({ content, contentType, base64 });
  const violations = violationsOf(schema, resource, parts);
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

/** Contacts have custom fields, so any column is one of theirs. */
function violationsOf(schema: GraphQLSchema, resource: ImportResource, parts: readonly RowsOfFile[]): ErrorDetail[] {
  const columns = [...new Set(parts.flatMap((part) => part.columns))];
  const repeated = columnViolations(parts[0]?.columns ?? []);
  if (columns.length > 200) repeated.push({ field: 'columns', message: 'columns must have at most 200 entries.' });
  if (resource === 'contacts' || repeated.length > 0) return repeated;
  const type = schema.getType('CreateOpportunityInput');
  const known = isInputObjectType(type) ? [...Object.keys(type.getFields()), ...ofServer] : ofServer;
  return columns.flatMap((column, index) =>
    known.includes(column)
      ? []
      : [
          {
            field: `columns[${index}]`,
            message: `${column} is not a field of opportunities.${didYouMean(column, known)}`,
          },
        ],
  );
}
