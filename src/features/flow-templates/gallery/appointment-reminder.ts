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
      sample: { data: { title: 'First meeting', phone: '+34600000001', startsAt: '2026-01-15T10:00:00.000Z' } },
    }),
    step('confirm', 'message.sms', [1, 0], {
      label: 'Confirm',
      to: '{{triggerData.data.phone}}',
      text: 'Your appointment "{{triggerData.data.title}}" is booked for {{triggerData.data.startsAt}}.',
    }),
    step('when', 'data.transform', [2, 0], {
      label: 'Two hours before',
      expression:
        'string(timestamp(has(triggerData.data.startsAt) ? triggerData.data.startsAt : now) - duration("2h"))',
    }),
    step('wait', 'logic.delay', [3, 0], { label: 'Until then', until: '{{steps.when}}' }),
    step('remind', 'message.sms', [4, 0], {
      label: 'Remind',
      to: '{{triggerData.data.phone}}',
      text: 'In two hours: {{triggerData.data.title}}.',
    }),
  ],
  edges: wires('booked>confirm', 'confirm:sent>when', 'when>wait', 'wait>remind'),
};
