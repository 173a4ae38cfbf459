import type { Sql } from '../database/database.js';
import { statement } from '../database/statement.js';
import type { ErrorDetail } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { withArticle } from '../errors/words.js';
import { isUuid } from '../graphql/context.js';
import type { RecordReference } from './field.js';
import type { AnyRecord } from './record-definition.js';

interface Named {
  field: string;
  reference: RecordReference;
  ids: string[];
}

/**
 * The fields whose IDs refer to no row of the workspace, read in one statement; no statement when no ID was sent. Rows
 * deleted between this check and the write are caught by foreign keys.
 * @param values the sent values by field
 */
export async function referenceViolations(
  sql: Sql,
  record: AnyRecord,
  workspaceId: string,
  values: Readonly<Record<string, unknown>>,
): Promise<ErrorDetail[]> {
  const named = Object.entries(values).flatMap(([field, value]): Named[] => {
    const reference = record.fields[field]?.reference;
    if (!reference) return [];
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => id !== null && id !== undefined).map(String);
    return ids.length > 0 ? [{ field, reference, ids }] : [];
  });
  const impossible = named.filter(({ ids }) => !ids.every(isUuid));
  const possible = named.filter(({ ids }) => ids.every(isUuid));
  const unknown = possible.length > 0 ? await unknownFields(sql, workspaceId, possible) : [];
  return [...impossible, ...unknown].map(({ field, reference }) => ({
    field,
    rule: 'REFERENCE_UNKNOWN',
    message: referenceMessage(field, reference.what),
  }));
}

/** The message for an ID that refers to no row of the workspace. */
export function referenceMessage(field: string, what: string): string {
  return `${field} ${must.name(withArticle(what))}`;
}

async function unknownFields(sql: Sql, workspaceId: string, named: readonly Named[]): Promise<Named[]> {
  // Tables and columns come from definitions, never from a request; of several at once, so not typed.
  const parts = named.map(
    ({ reference: { table, column = 'id' } }, index) =>
      `select ${index} as index where exists (select from unnest($${index + 2}::uuid[]) n(id) where not exists (
        select from ${table} t where t.workspace_id = $1 and t.${column} = n.id))`,
  );
  const text = `/* unknown_references */ ${parts.join(' union all ')}`;
  const { rows } = await sql.query<{ index: number }>(statement(text, [workspaceId, ...named.map(({ ids }) => ids)]));
  return rows.map(({ index }) => named[index] as Named);
}
