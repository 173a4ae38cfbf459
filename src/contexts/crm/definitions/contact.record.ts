import type { ErrorDetail } from '../../../platform/errors/errors.js';
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

const contactStatusWords = {
  lead: 'A possible customer, not yet qualified.',
  qualified: 'A possible customer that suits.',
  customer: 'It has bought.',
  lost: 'It is not going to buy.',
} satisfies Record<(typeof contactStatuses)[number], string>;

const fields = {
  name: text(200, { searched: true, sorted: true }),
  email: email({
    searched: true,
    sorted: true,
    filtered: true,
    description: 'The email address, stored in lower case. Unique in the workspace.',
  }),
  phone: phone({
    searched: true,
    filtered: true,
    description: 'The phone number with its country code, stored in E.164 format. Unique in the workspace.',
  }),
  company: text(200, { searched: true, sorted: true, filtered: true }),
  status: initially(
    'lead',
    oneOf(contactStatusWords, { sorted: true, filtered: true, description: 'The status of the contact.' }),
  ),
  source: text(200, {
    sorted: true,
    filtered: true,
    description: 'The source of the contact, for example a website or a campaign.',
  }),
  tags: initially([], labels({ filtered: true, description: 'Labels of the contact.' })),
  assignedTo: member({ filtered: true, description: 'The user ID of the member who is responsible for the contact.' }),
  doNotContact: initially(
    false,
    flag({
      filtered: true,
      description: 'Whether flows, follow-ups and campaigns must not send messages to the contact.',
    }),
  ),
  customFields: initially({}, freeObject({ description: 'Further fields of the contact, of any type, by name.' })),
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
  description: 'A person or company with which the workspace deals.',
  table: 'contacts',
  examples: {
    create: { name: 'Ana García', email: 'ana@example.com', phone: '+34600000001', tags: ['newsletter'] },
    update: { status: 'customer', company: 'Acme' },
  },
  capability: 'contacts',
  fields,
  tagTable: { name: 'contact_tags', id: 'contact_id' },
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
  rules: ['REQUIRED_WITH'],
  async check(_sql, _scope, contact) {
    return namelessViolations(contact);
  },
});

/** A contact must have a name or an address. */
export function namelessViolations(contact: Pick<Contact, 'name' | 'email' | 'phone'>): ErrorDetail[] {
  if (contact.name || contact.email || contact.phone) return [];
  return [{ field: 'name', rule: 'REQUIRED_WITH', message: 'name, email or phone is required.' }];
}
