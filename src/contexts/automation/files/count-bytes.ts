import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { countStorageSql } from '../../accounts/quotas/index.js';

/** Counts bytes that were stored, or deleted if they are negative. The statement is that of all who store. */
export async function countBytes(sql: Sql, workspaceId: string, bytes: number): Promise<void> {
  const text = `/* count_file_bytes */ ${countStorageSql('select $1::uuid, $2::bigint')}`;
  await sql.query(statement(text, [workspaceId, bytes]));
}
