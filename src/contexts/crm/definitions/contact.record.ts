import { contactEvents } from '../../../nodes/index.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import {
  defineRecord,
  email,
  flag,
  freeObject,
  initially,
  labels,
  line,
  many,
  member,
  one,
  oneOf,
  phone,
  type RowOf,
  readOnly,
  text,
  time,
} from '../../../platform/records/index.js';
import { type ChangeEvents, publishesChanges } from './publish-events.js';

const unsubscribers = {
  one_click: 'With one click in a mail program.',
  link: 'On the page of the link in an email.',
  member: 'A member or an API key set it.',
} as const;

export const contactStatuses = ['lead', 'qualified', 'customer', 'lost'] as const;

const contactStatusWords = {
  lead: 'A possible customer, not yet qualified.',
  qualified: 'A possible customer that suits.',
  customer: 'It has bought.',
  lost: 'It is not going to buy.',
} satisfies Record<(typeof contactStatuses)[number], string>;

const fields = {
  name: line(200, { searched: true, sorted: true }),
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
  company: line(200, { searched: true, sorted: true, filtered: true }),
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
  unsubscribedAt: time({
    description:
      'When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again.',
  }),
  unsubscribedBy: readOnly(
    oneOf(unsubscribers, {
      description: 'How the contact unsubscribed; null while it is subscribed.',
    }),
  ),
  customFields: initially({}, freeObject({ description: 'Further fields of the contact, of any type, by name.' })),
};

export type Contact = RowOf<typeof fields>;

export const contactFields = fields;

export const contactChanges: ChangeEvents<Contact> = {
  created: contactEvents.created,
  updated: contactEvents.updated,
  deleted: contactEvents.deleted,
  also: (before, after) => [
    ...after.tags
      .filter((tag) => !before.tags.includes(tag))
      .map((tag) => ({ definition: contactEvents.tagAdded, tag })),
    ...before.tags
      .filter((tag) => !after.tags.includes(tag))
      .map((tag) => ({ definition: contactEvents.tagRemoved, tag })),
  ],
};

export const contacts = defineRecord({
  name: 'Contact',
  plural: 'Contacts',
  description: 'A person or company with which the workspace deals.',
  table: 'contacts',
  indexes: {
    any: ['company', 'createdAt', 'email', 'name', 'phone', 'source', 'status', 'updatedAt'],
    present: ['assignedTo'],
    only: { doNotContact: [true] },
  },
  routes: {
    list: 'GET /contacts',
    create: 'POST /contacts',
    find: 'GET /contacts/:contactId',
    update: 'PATCH /contacts/:contactId',
    delete: 'DELETE /contacts/:contactId',
  },
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
  derive: (contact) => unsubscriberOf(contact),
  written: publishesChanges(fields, contactChanges),
  rules: ['REQUIRED_WITH'],
  async check(_sql, _scope, contact) {
    return namelessViolations(contact);
  },
});

/** Who set `unsubscribedAt`, if the contact did not; null for a contact that is subscribed. */
export function unsubscriberOf(contact: Pick<Contact, 'unsubscribedAt' | 'unsubscribedBy'>) {
  return { unsubscribedBy: contact.unsubscribedAt ? (contact.unsubscribedBy ?? ('member' as const)) : null };
}

/** A contact must have a name or an address. */
export function namelessViolations(contact: Pick<Contact, 'name' | 'email' | 'phone'>): ErrorDetail[] {
  if (contact.name || contact.email || contact.phone) return [];
  return [{ field: 'name', rule: 'REQUIRED_WITH', message: 'name, email or phone is required.' }];
}
