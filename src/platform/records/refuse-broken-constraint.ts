import { AppError, validationFailed } from '../errors/errors.js';
import { capitalized, withArticle } from '../errors/words.js';
import type { RecordField } from './field.js';
import { columnOf } from './field.js';
import type { AnyRecord } from './record-definition.js';
import { wordsOf } from './record-words.js';
import { referenceMessage } from './reference-violations.js';

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/**
 * Handles the errors of a write: reports a violated constraint by its field. Constraints catch what earlier checks cannot,
 * a concurrent write.
 * @throws AppError NAME_TAKEN or another CONFLICT, VALIDATION_FAILED, or the error itself
 */
export function refuseBrokenConstraint(record: AnyRecord): (error: unknown) => never {
  return (error) => {
    const { code, constraint = '', table } = error as { code?: string; constraint?: string; table?: string };
    const field = record.unique?.[constraint];
    if (code === uniqueViolation && field) throw taken(record, field);
    if (code !== foreignKeyViolation) throw error;
    const holder = record.heldBy?.[constraint];
    if (holder) throw held(record, holder);
    const found = table === record.table ? fieldOfKey(record, constraint) : undefined;
    if (!found) throw error;
    const [name, { reference }] = found;
    throw validationFailed([
      { field: name, rule: 'REFERENCE_UNKNOWN', message: referenceMessage(name, reference?.what ?? 'record') },
    ]);
  };
}

/** The message for a value that another record of the workspace has. */
function takenMessage(record: AnyRecord, field: string): string {
  return `${capitalized(withArticle(wordsOf(record)))} with this ${field} already exists. Choose another ${field}, or update that record.`;
}

function taken(record: AnyRecord, field: string): AppError {
  const message = takenMessage(record, field);
  return new AppError(field === 'name' ? 'NAME_TAKEN' : 'CONFLICT', message, [{ field, message }]);
}

function held(record: AnyRecord, holder: string): AppError {
  return new AppError(
    'CONFLICT',
    `The ${wordsOf(record)} is still used by ${holder}. Delete or move ${holder.replace(/^an? /, 'the ')} first.`,
  );
}

/** The field of a foreign key. Postgres names keys by their columns: `opportunities_workspace_id_contact_id_fkey`. */
function fieldOfKey(record: AnyRecord, constraint: string): [string, RecordField] | undefined {
  const fields = Object.entries(record.fields as Record<string, RecordField>);
  return fields.find(([name, { reference }]) => reference && constraint.includes(columnOf(name)));
}
