import { isTimezone } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { RecordScope } from '../../../platform/records/index.js';
import { findContactBy } from './find-contact-by.js';

const workspaces = tableOf<{ id: string; timezone: string }>()('workspaces');

/**
 * The IANA name of a time zone: of `workspace`, or of `contact`, whose zone is the `timezone` in its custom fields, else that of the
 * workspace.
 * @param contact finds the contact
 */
export async function zoneOf(
  scope: RecordScope,
  zone: string,
  contact: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (zone !== 'contact' && zone !== 'workspace') return zone;
  const found = zone === 'contact' ? await findContactBy(scope, contact) : null;
  const own = (found?.customFields as Record<string, unknown> | undefined)?.timezone;
  return typeof own === 'string' && isTimezone(own) ? own : zoneOfWorkspace(scope.sql, scope.workspaceId);
}

async function zoneOfWorkspace(sql: Sql, workspaceId: string): Promise<string> {
  const workspace = await typed(sql, 'zone_of_workspace', workspaces)
    .selectFrom('workspaces')
    .select('timezone')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return workspace?.timezone ?? 'UTC';
}
