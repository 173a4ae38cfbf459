import { type GalleryTemplate, step, wires } from './draw.js';

export const appointmentReminder: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00e',
  name: 'Remind of appointments',
  description: 'Confirms a new appointment by SMS and reminds of it two hours before it begins.',
  category: 'support',
  tags: ['calendar', 'sms'],
  nodes: [
    step('booked', 'trigger.crmEvent', [0, 0], {
      label: 'Appointment made',
      eventType: 'appointment.created',
      sample: { data: { title: 'First meeting', contactId: 'contact-1', startsAt: '2026-01-15T10:00:00.000Z' } },
    }),
    step('who', 'crm.findContact', [1, 0], {
      label: 'With whom?',
      filter: { id: '{{triggerData.data.contactId}}' },
    }),
    step('phone', 'logic.if', [2, 0], {
      label: 'Has a phone?',
      conditions: [{ left: '{{steps.who.phone}}', operator: 'isNotEmpty' }],
    }),
    step('confirm', 'message.sms', [3, 0], {
      label: 'Confirm',
      to: '{{steps.who.phone}}',
      text: 'Your appointment "{{triggerData.data.title}}" is booked for {{triggerData.data.startsAt}}.',
    }),
    step('when', 'data.transform', [4, 0], {
      label: 'Two hours before',
      expression:
        'string(timestamp(has(triggerData.data.startsAt) ? triggerData.data.startsAt : now) - duration("2h"))',
    }),
    step('wait', 'logic.delay', [5, 0], { label: 'Until then', until: '{{steps.when}}' }),
    step('remind', 'message.sms', [6, 0], {
      label: 'Remind',
      to: '{{steps.who.phone}}',
      text: 'In two hours: {{triggerData.data.title}}.',
    }),
  ],
  edges: wires('booked>who', 'who:found>phone', 'phone:true>confirm', 'confirm:sent>when', 'when>wait', 'wait>remind'),
};
