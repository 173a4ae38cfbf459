import { must } from '../../../platform/errors/violation-words.js';
import { newId } from '../../../platform/new-id.js';
import { type InputOf, initialValues } from '../../../platform/records/index.js';
import { type Contact, contactFields, namelessViolations, unsubscriberOf } from '../definitions/index.js';
import type { RowError } from './bulk.object.js';
import type { Matches } from './write-contacts.js';

/** The planned write of a row. */
export type RowPlan =
  | { kind: 'failed'; index: number; errors: RowError[] }
  | { kind: 'skip'; index: number; id: string }
  | { kind: 'insert'; index: number; contact: Contact }
  | { kind: 'update'; index: number; before: Contact; contact: Contact };

export interface RowToPlan {
  index: number;
  id: string | undefined;
  input: InputOf<typeof contactFields>;
  existing: Matches;
  members: ReadonlySet<string>;
  skipExisting: boolean;
  workspaceId: string;
  at: Date;
}

/** Plans the write of a row, given the existing contacts. */
export function planRow({ index, id, input, existing, members, skipExisting, workspaceId, at }: RowToPlan): RowPlan {
  const { email, phone, assignedTo } = input;
  const byEmail = email ? existing.byEmail.get(email) : undefined;
  const byPhone = phone ? existing.byPhone.get(phone) : undefined;
  const before = byEmail ?? byPhone ?? existing.byId.get(id ?? '');
  if (before && skipExisting) return { kind: 'skip', index, id: before.id };
  const planned = before ? changed(before, input, at) : created(input, workspaceId, at);
  const contact = { ...planned, ...unsubscriberOf(planned) };
  const errors: RowError[] = namelessViolations(contact).map(({ field = '', message }) => ({ field, message }));
  if (byEmail && byPhone && byEmail !== byPhone) {
    errors.push({
      field: 'phone',
      message: `A contact with this phone already exists (${byPhone.id}). Update that contact, or send the row without phone.`,
    });
  }
  if (typeof assignedTo === 'string' && !members.has(assignedTo)) {
    errors.push({ field: 'assignedTo', message: `assignedTo ${must.name('a member')}` });
  }
  if (errors.length > 0) return { kind: 'failed', index, errors };
  return before ? { kind: 'update', index, before, contact } : { kind: 'insert', index, contact };
}

function created(input: RowToPlan['input'], workspaceId: string, at: Date): Contact {
  return {
    ...(initialValues(contactFields) as Pick<Contact, keyof typeof contactFields>),
    ...input,
    id: newId(),
    workspaceId,
    createdAt: at,
    updatedAt: at,
  };
}

/** Custom fields are merged by key; all else is replaced where it was sent. */
function changed(before: Contact, input: RowToPlan['input'], at: Date): Contact {
  const customFields = { ...before.customFields, ...input.customFields };
  return { ...before, ...input, customFields, updatedAt: at };
}
