import type { ErrorDetail } from '../../../platform/errors.js';
import {
  defineRecord,
  email,
  flag,
  freeObject,
  initially,
  labels,
  many,
  member,
  one,
  oneOf,
  phone,
  type RowOf,
  text,
} from '../../../platform/records/index.js';
import { type ChangeEvents, publishesChanges } from './publish-events.js';

export const contactStatuses = ['lead', 'qualified', 'customer', 'lost'] as const;

const fields = {
  name: text(200, { searched: true, sorted: true }),
  email: email({
    searched: true,
    sorted: true,
    filtered: true,
    description: 'Unique in the workspace, whatever its case',
  }),
  phone: phone({
    searched: true,
    filtered: true,
    description: 'With its country code, stored in the form E.164; unique in the workspace',
  }),
  company: text(200, { searched: true, sorted: true, filtered: true }),
  status: initially('lead', oneOf(contactStatuses, { sorted: true, filtered: true })),
  source: text(200, { sorted: true, filtered: true, description: 'Where the contact came from' }),
  tags: initially([], labels({ filtered: true })),
  assignedTo: member({ filtered: true, description: 'The member who looks after the contact' }),
  doNotContact: initially(
    false,
    flag({ filtered: true, description: 'No flow, follow-up or campaign ever writes to the contact' }),
  ),
  customFields: initially({}, freeObject()),
};

export type Contact = RowOf<typeof fields>;

export const contactFields = fields;

export const contactEvents: ChangeEvents<Contact> = {
  created: 'contact.created',
  updated: 'contact.updated',
  deleted: 'contact.deleted',
  also: (before, after) => [
    ...after.tags
      .filter((tag) => !before.tags.includes(tag))
      .map((tag) => ({ type: 'contact.tag_added' as const, data: { tag } })),
    ...before.tags
      .filter((tag) => !after.tags.includes(tag))
      .map((tag) => ({ type: 'contact.tag_removed' as const, data: { tag } })),
  ],
};

export const contacts = defineRecord({
  name: 'Contact',
  plural: 'Contacts',
  description: 'Somebody whom the workspace knows',
  table: 'contacts',
  capability: 'contacts',
  fields,
  hit: {
    order: 10,
    title: 'coalesce(r.name, r.email, r.phone)',
    subtitle: 'coalesce(case when r.name is not null then coalesce(r.email, r.phone) end, r.company)',
  },
  relations: {
    assignee: one('assignedTo', 'Member'),
    opportunities: many('Opportunity', 'contactId'),
    conversations: many('Conversation', 'contactId'),
    calendarEvents: many('CalendarEvent', 'contactId'),
    voiceCalls: many('VoiceCall', 'contactId'),
  },
  unique: { contacts_email_unique: 'email', contacts_phone_unique: 'phone' },
  written: publishesChanges(fields, contactEvents),
  async check(_sql, _scope, wanted) {
    return namelessViolations(wanted);
  },
});

/** A contact is somebody: what has neither a name nor an address is refused. */
export function namelessViolations(wanted: Pick<Contact, 'name' | 'email' | 'phone'>): ErrorDetail[] {
  if (wanted.name || wanted.email || wanted.phone) return [];
  return [{ field: 'name', message: 'Give a name, an email address or a phone number.' }];
}
