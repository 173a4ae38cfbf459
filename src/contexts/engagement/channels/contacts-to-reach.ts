import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';

/**
 * Opt-outs of senders who are no contacts count, too: their messages wait to be assigned. Text, because two
 * reads become one that each message waits for.
 */
const text = `/* contacts_at */ select c.id, c.do_not_contact as "doNotContact" from contacts c
  where c.workspace_id = $1 and (c.email = any($2::text[]) or c.phone = any($2::text[]))
  union all
  select null, true from (
    select distinct on (sender) opt_out from unrouted_messages
    where workspace_id = $1 and sender = any($2::text[]) and opt_out is not null order by sender, received_at desc) u
  where u.opt_out
  order by 1`;

/** The IDs of the contacts with one of the addresses. @throws ProviderError DO_NOT_CONTACT if one of them opted out */
export async function contactsToReach(sql: Sql, workspaceId: string, to: string): Promise<string[]> {
  const addresses = to.split(',').map((address) => address.trim().toLowerCase());
  const { rows } = await sql.query<{ id: string | null; doNotContact: boolean }>(
    statement(text, [workspaceId, addresses]),
  );
  const refused = rows.find((contact) => contact.doNotContact);
  if (refused) throw doNotContact(refused.id);
  return rows.flatMap(({ id }) => id ?? []);
}

/** The error for a contact with `doNotContact`; null for a recipient who opted out and is no contact. */
export function doNotContact(contactId: string | null): ProviderError {
  const message =
    contactId === null
      ? 'The recipient must not be contacted: they opted out.'
      : `The contact ${contactId} must not be contacted: doNotContact is true.`;
  return new ProviderError('DO_NOT_CONTACT', message, false);
}
