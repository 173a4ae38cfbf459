import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';

const text = `/* contacts_at */ select c.id, c.do_not_contact as "doNotContact" from contacts c
  where c.workspace_id = $1 and (c.email = any($2::text[]) or c.phone = any($2::text[])) order by c.id`;

/** The IDs of the contacts with one of the addresses. @throws ProviderError DO_NOT_CONTACT if one of them opted out */
export async function contactsToReach(sql: Sql, workspaceId: string, to: string): Promise<string[]> {
  const addresses = to.split(',').map((address) => address.trim().toLowerCase());
  const { rows } = await sql.query<{ id: string; doNotContact: boolean }>(statement(text, [workspaceId, addresses]));
  const refused = rows.find((contact) => contact.doNotContact);
  if (refused) throw doNotContact(refused.id);
  return rows.map(({ id }) => id);
}

/** The error for a contact with `doNotContact`. */
export function doNotContact(contactId: string): ProviderError {
  const message = `The contact ${contactId} must not be contacted: doNotContact is true.`;
  return new ProviderError('DO_NOT_CONTACT', message, false);
}
