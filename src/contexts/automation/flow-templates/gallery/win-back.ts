import { edges, type GalleryTemplate, node } from './gallery-template.js';

const to = '{{steps.contact.phone}}';

export const winBack: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a015',
  name: 'Win back contacts until they reply',
  description:
    'Writes up to three SMS in ten days to each contact that gets the tag inactive, and stops as soon as they reply.',
  category: 'marketing',
  tags: ['contacts', 'sms'],
  nodes: [
    node('tagged', 'trigger.crmEvent', [0, 0], {
      label: 'Tagged as inactive',
      eventType: 'contact.tag_added',
      conditions: [{ left: '{{triggerData.tag}}', operator: 'eq', right: 'inactive' }],
    }),
    node('contact', 'crm.findContact', [1, 0], {
      label: 'Find the contact',
      filter: { id: '{{triggerData.data.id}}' },
    }),
    node('phone', 'logic.if', [2, 0], {
      label: 'Has a phone?',
      conditions: [{ left: to, operator: 'isNotEmpty' }],
    }),
    node('first', 'message.sms', [3, 0], {
      label: 'First message',
      to,
      text: 'Hello {{steps.contact.name}}, it has been a while. Is there something that we can do for you?',
    }),
    node('pause', 'logic.delay', [4, 0], { label: 'Wait three days', minutes: 4_320 }),
    node('second', 'message.sms', [5, 0], {
      label: 'Second message',
      to,
      text: 'Hello {{steps.contact.name}}, this week we have a place for you. Shall we keep it?',
    }),
    node('week', 'logic.delay', [6, 0], { label: 'Wait a week', minutes: 10_080 }),
    node('last', 'message.sms', [7, 0], {
      label: 'Last message',
      to,
      text: 'Hello {{steps.contact.name}}, we will not write again. Reply to this message whenever you like.',
    }),
    node('replied', 'logic.exit', [3, 1], {
      label: 'Replied',
      eventTypes: ['message.received'],
      match: { 'conversation.contactId': '{{triggerData.data.id}}' },
    }),
    node('back', 'crm.tagContact', [4, 1], {
      label: 'No longer inactive',
      contactId: '{{triggerData.data.id}}',
      tags: ['inactive'],
      mode: 'remove',
    }),
  ],
  edges: edges(
    'tagged>contact',
    'contact:found>phone',
    'phone:true>first',
    'first:sent>pause',
    'pause>second',
    'second:sent>week',
    'week>last',
    'replied:event>back',
  ),
};
