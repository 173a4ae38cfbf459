import { z } from 'zod';
import { defineEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

const contact = {
  id: exampleId('contactId'),
  workspaceId: exampleId('workspaceId'),
  name: 'Ana García',
  email: 'ana@example.com',
  phone: '+34600000001',
  company: null,
  status: 'lead',
  source: 'web',
  tags: ['newsletter'],
  assignedTo: null,
  doNotContact: false,
  unsubscribedAt: null,
  unsubscribedBy: null,
  customFields: { city: 'Madrid' },
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

const ofContacts = {
  read: 'contacts:read',
  data: { record: 'Contact' },
  omitted: { customFields: {} },
} as const;

const tag = z.string().describe('The tag.');

export const contactEvents = {
  created: defineEvent({
    ...ofContacts,
    type: 'contact.created',
    label: 'Contact created',
    summary: 'A contact was created.',
    sample: { data: contact },
  }),
  updated: defineEvent({
    ...ofContacts,
    type: 'contact.updated',
    label: 'Contact updated',
    summary: 'A contact was changed.',
    previous: true,
    sample: { data: { ...contact, status: 'customer' }, previous: { status: 'lead' } },
  }),
  deleted: defineEvent({
    ...ofContacts,
    type: 'contact.deleted',
    label: 'Contact deleted',
    summary: 'A contact was deleted.',
    sample: { data: contact },
  }),
  tagAdded: defineEvent({
    ...ofContacts,
    type: 'contact.tag_added',
    label: 'Tag added to a contact',
    summary: 'A tag was added to a contact that exists.',
    previous: true,
    beside: { tag },
    sample: { data: contact, previous: { tags: [] }, tag: 'newsletter' },
  }),
  tagRemoved: defineEvent({
    ...ofContacts,
    type: 'contact.tag_removed',
    label: 'Tag removed from a contact',
    summary: 'A tag was removed from a contact.',
    previous: true,
    beside: { tag },
    sample: { data: { ...contact, tags: [] }, previous: { tags: ['newsletter'] }, tag: 'newsletter' },
  }),
};
