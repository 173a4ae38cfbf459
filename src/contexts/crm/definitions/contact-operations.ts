import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import {
  createRecordIn,
  inputFields,
  lazyCountry,
  parseInput,
  type RecordScope,
  refuseBrokenConstraint,
  updateRecord,
  updateRecordIn,
} from '../../../platform/records/index.js';
import { type Contact, contacts } from './contact.record.js';

/** A contact as a flow writes it: the fields of contacts, and any others as custom fields. */
export interface ContactDraft {
  email?: string | undefined;
  phone?: string | undefined;
  fields?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Updates the contact with this email, otherwise the one with this phone number, or creates one.
 * @param id the ID of a created contact. A contact that has it already was created by an earlier attempt.
 * @throws AppError VALIDATION_FAILED, CONFLICT if another contact has the other address
 */
export async function upsertContact(
  scope: RecordScope,
  draft: ContactDraft,
  id: string,
): Promise<{ contact: Contact; created: boolean }> {
  const raw = rawOf(draft);
  const { input, violations } = await parseInput(contacts, 'create', raw, lazyCountry(scope));
  if (violations.length > 0) throw validationFailed(violations);
  const write = () =>
    scope.transaction(async (sql) => {
      const email = input.email?.toLowerCase() ?? null;
      const phone = input.phone ?? null;
      const found = await typed(sql, 'contact_by_address', tableOf<Contact>()('contacts'))
        .selectFrom('contacts')
        .select('id')
        .where('workspaceId', '=', scope.workspaceId)
        .where(({ eb, or }) => or([eb('email', '=', email), eb('phone', '=', phone)]))
        .orderBy(
          ({ eb }) => eb('email', '=', email),
          (order) => order.desc().nullsLast(),
        )
        .limit(1)
        .executeTakeFirst();
      if (!found) return { contact: await createRecordIn(sql, scope, contacts, input, { id }), created: true };
      const merged = (before: Contact) =>
        input.customFields ? { ...input, customFields: { ...before.customFields, ...input.customFields } } : input;
      const contact = await updateRecordIn(sql, scope, contacts, found.id, merged);
      return { contact, created: found.id === id };
    });
  // Of two concurrent calls for the same contact, the second attempt of the later one finds the contact of the first.
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

/** Adds tags to a contact or removes them; without effect for tags that are there or missing. @throws AppError NOT_FOUND */
export function tagContact(
  scope: RecordScope,
  contactId: string,
  tags: readonly string[],
  mode: 'add' | 'remove',
): Promise<Contact> {
  const changed = ({ tags: before }: Contact) =>
    mode === 'add' ? [...new Set([...before, ...tags])] : before.filter((tag) => !tags.includes(tag));
  return updateRecord(scope, contacts, contactId, (before) => {
    const after = changed(before);
    if (after.length <= 50) return { tags: after };
    const message = `tags ${must.haveAtMostEntries(50)}`;
    throw new AppError('VALIDATION_FAILED', message, [{ field: 'tags', message }]);
  });
}
