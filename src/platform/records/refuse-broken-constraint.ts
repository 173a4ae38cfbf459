import { AppError, validationFailed } from '../errors.js';
import type { RecordField } from './field.js';
import { columnOf } from './field.js';
import { type AnyRecord, wordsOf } from './record-definition.js';

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/**
 * For the end of a write: tells by its field what the database refused. Constraints see what no check before them can,
 * a write that comes between.
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
    const named = table === record.table ? fieldOfKey(record, constraint) : undefined;
    if (!named) throw error;
    const [name, { reference }] = named;
    throw validationFailed([
      { field: name, message: `${name} names no ${reference?.what} of this workspace any more.` },
    ]);
  };
}

/** Another record of the workspace has this field's value. */
function takenMessage(record: AnyRecord, field: string): string {
  return `Another ${wordsOf(record)} of the workspace has this ${field} already. Change that one, or choose another ${field}.`;
}

function taken(record: AnyRecord, field: string): AppError {
  const message = takenMessage(record, field);
  return new AppError(field === 'name' ? 'NAME_TAKEN' : 'CONFLICT', message, [{ field, message }]);
}

function held(record: AnyRecord, holder: string): AppError {
  return new AppError(
    'CONFLICT',
    `The ${wordsOf(record)} cannot be deleted while ${holder} belongs to it. Delete or move that first.`,
  );
}

/** Postgres names a foreign key by its columns: `opportunities_contact_id_fkey`, with the workspace's before it. */
function fieldOfKey(record: AnyRecord, constraint: string): [string, RecordField] | undefined {
  const fields = Object.entries(record.fields as Record<string, RecordField>);
  return fields.find(([name, { reference }]) => reference && constraint.includes(columnOf(name)));
}
