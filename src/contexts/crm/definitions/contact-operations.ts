import { AppError, validationFailed } from '../../../platform/errors.js';
import { parsePhone } from '../../../platform/phone-number.js';
import {
  createRecordIn,
  inputFields,
  parseInput,
  type RecordScope,
  refuseBrokenConstraint,
  updateRecord,
  updateRecordIn,
} from '../../../platform/records/index.js';
import { type Contact, contacts } from './contact.record.js';

/** What is known of a contact, as a flow writes it: fields of contacts, and any others as custom fields. */
export interface ContactDraft {
  email?: string | undefined;
  phone?: string | undefined;
  fields?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Updates the contact with this email, else with this phone number, or makes one.
 * @param id of the contact that is made: one that bears it already was made by an earlier attempt at the same
 * @throws AppError VALIDATION_FAILED, CONFLICT where another contact has the other address
 */
export async function upsertContact(
  scope: RecordScope,
  draft: ContactDraft,
  id: string,
): Promise<{ contact: Contact; created: boolean }> {
  const raw = rawOf(draft);
  const { input, violations } = await parseInput(contacts, 'create', raw);
  if (violations.length > 0) throw validationFailed(violations);
  const write = () =>
    scope.transaction(async (sql) => {
      const email = input.email?.toLowerCase() ?? null;
      const phone = input.phone ? parsePhone(input.phone) : null;
      const text = `/* contact_by_address */ select id from contacts where workspace_id = $1 and (email = $2 or phone = $3)
        order by (email = $2) desc nulls last limit 1`;
      const { rows } = await sql.query<{ id: string }>(text, [scope.workspaceId, email, phone]);
      if (!rows[0]) return { contact: await createRecordIn(sql, scope, contacts, input, { id }), created: true };
      const merged = (before: Contact) =>
        input.customFields ? { ...input, customFields: { ...before.customFields, ...input.customFields } } : input;
      const contact = await updateRecordIn(sql, scope, contacts, rows[0].id, merged);
      return { contact, created: rows[0].id === id };
    });
  // Of two that make the same contact at once, the second one finds the first one's.
  return write()
    .catch((error: { constraint?: string }) =>
      error.constraint?.startsWith('contacts_') ? write() : Promise.reject(error),
    )
    .catch(refuseBrokenConstraint(contacts));
}

function rawOf({ email, phone, fields = {} }: ContactDraft): Record<string, unknown> {
  const known = new Set(inputFields(contacts, 'create').map(([name]) => name));
  const entries = Object.entries(fields);
  const custom = Object.fromEntries(entries.filter(([name]) => !known.has(name)));
  const sent = Object.fromEntries(entries.filter(([name]) => known.has(name)));
  const own = sent.customFields;
  const given = typeof own === 'object' && own !== null ? { ...own, ...custom } : custom;
  return {
    ...sent,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(Object.keys(given).length > 0 && { customFields: given }),
  };
}

/** Puts tags on a contact or takes them off; those that are there, or are not, change nothing. @throws AppError NOT_FOUND */
export function tagContact(
  scope: RecordScope,
  contactId: string,
  tags: readonly string[],
  mode: 'add' | 'remove',
): Promise<Contact> {
  const changed = ({ tags: before }: Contact) =>
    mode === 'add' ? [...new Set([...before, ...tags])] : before.filter((tag) => !tags.includes(tag));
  return updateRecord(scope, contacts, contactId, (before) => {
    const wanted = changed(before);
    if (wanted.length <= 50) return { tags: wanted };
    throw new AppError('VALIDATION_FAILED', 'A contact has at most 50 tags.', [
      { field: 'tags', message: 'At most 50 tags.' },
    ]);
  });
}
