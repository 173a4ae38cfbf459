import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const appointmentReminder: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00e',
  name: 'Send appointment reminders',
  description: 'Confirms each new appointment by SMS and sends a reminder two hours before it starts.',
  category: 'support',
  tags: ['calendar', 'sms'],
  nodes: [
    node('booked', 'trigger.crmEvent', [0, 0], {
      label: 'Appointment created',
      eventType: 'appointment.created',
      sample: { data: { title: 'First meeting', contactId: 'contact-1', startsAt: '2026-01-15T10:00:00.000Z' } },
    }),
    node('contact', 'crm.findContact', [1, 0], {
      label: 'Find the contact',
      filter: { id: '{{triggerData.data.contactId}}' },
    }),
    node('phone', 'logic.if', [2, 0], {
      label: 'Has a phone?',
      conditions: [{ left: '{{steps.contact.phone}}', operator: 'isNotEmpty' }],
    }),
    node('confirm', 'message.sms', [3, 0], {
      label: 'Confirm',
      to: '{{steps.contact.phone}}',
      text: 'Your appointment "{{triggerData.data.title}}" is booked for {{triggerData.data.startsAt}}.',
    }),
    node('when', 'data.transform', [4, 0], {
      label: 'Two hours before',
      expression:
        'string(timestamp(has(triggerData.data.startsAt) ? triggerData.data.startsAt : now) - duration("2h"))',
    }),
    node('wait', 'logic.delay', [5, 0], { label: 'Wait until then', until: '{{steps.when}}' }),
    node('remind', 'message.sms', [6, 0], {
      label: 'Remind',
      to: '{{steps.contact.phone}}',
      text: 'In two hours: {{triggerData.data.title}}.',
    }),
  ],
  edges: edges(
    'booked>contact',
    'contact:found>phone',
    'phone:true>confirm',
    'confirm:sent>when',
    'when>wait',
    'wait>remind',
  ),
};
