import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';

const text = `/* do_not_contact */ select c.id from contacts c
  where c.workspace_id = $1 and c.do_not_contact and (c.email = any($2::text[]) or c.phone = any($2::text[])) limit 1`;

/** Refuses an address of a contact with `doNotContact`, whatever sends. @throws ProviderError DO_NOT_CONTACT */
export async function refuseDoNotContact(sql: Sql, workspaceId: string, to: string): Promise<void> {
  const addresses = to.split(',').map((address) => address.trim().toLowerCase());
  const { rows } = await sql.query<{ id: string }>(statement(text, [workspaceId, addresses]));
  if (rows[0]) throw doNotContact(rows[0].id);
}

/** The error for a contact with `doNotContact`. */
export function doNotContact(contactId: string): ProviderError {
  const message = `The contact ${contactId} must not be contacted: doNotContact is true.`;
  return new ProviderError('DO_NOT_CONTACT', message, false);
}
