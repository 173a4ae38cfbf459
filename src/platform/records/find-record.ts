import type { AnswerReader } from '../database/read-large.js';
import { notFound } from '../errors/errors.js';
import type { RequestedFields } from '../graphql/requested-fields.js';
import type { Fields, RowOf } from './field.js';
import { type RecordDefinition, type RecordScope } from './record-definition.js';
import { readRowOfAnswer } from './record-rows.js';
import { wordsOf } from './record-words.js';

/** Finds a record of the workspace, and of its parent if it belongs to one. @throws AppError NOT_FOUND */
export async function findRecord<F extends Fields>(
  reader: AnswerReader & Pick<RecordScope, 'workspaceId'>,
  record: RecordDefinition<F>,
  id: string,
  { parentId, fields }: { parentId?: string | undefined; fields?: RequestedFields } = {},
): Promise<RowOf<F>> {
  const { workspaceId } = reader;
  const row = await readRowOfAnswer<RowOf<F>>(reader, record, { workspaceId, id, parentId }, fields);
  if (!row) throw notFound(wordsOf(record));
  return row;
}
