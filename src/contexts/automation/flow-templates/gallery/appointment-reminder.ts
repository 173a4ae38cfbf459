import { edges, type GalleryTemplate, node } from './gallery-template.js';

const days = '["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]';
const months =
  '["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]';

/** An expression for the start of an appointment in words: `Thursday, 15 January at 11:00 (Europe/Madrid)`. */
function inWords(appointment: string): string {
  const part = (getter: string) => `timestamp(${appointment}.startsAt).${getter}(${appointment}.timezone)`;
  const twoDigits = (getter: string) => `(${part(getter)} < 10 ? "0" : "") + string(${part(getter)})`;
  const day = `${days}[${part('getDayOfWeek')}] + ", " + string(${part('getDate')}) + " " + ${months}[${part('getMonth')}]`;
  const time = `${twoDigits('getHours')} + ":" + ${twoDigits('getMinutes')}`;
  return `{{ ${day} + " at " + ${time} + " (" + ${appointment}.timezone + ")" }}`;
}

const to = '{{steps.contact.phone}}';
const title = '"{{triggerData.data.title}}"';
const when = inWords('triggerData.data');
const says = '{{ triggerData.type == "appointment.created" ? "is booked for" : "was moved to" }}';
const isOver =
  'event.type == "appointment.deleted" || event.data.status != "scheduled" || has(event.previous.startsAt)';

export const appointmentReminder: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00e',
  name: 'Send appointment reminders',
  description:
    'Confirms each new appointment by SMS and sends a reminder two hours before it starts. Follows appointments that are moved, and sends nothing for those that are cancelled or deleted.',
  category: 'support',
  tags: ['calendar', 'sms'],
  nodes: [
    node('booked', 'trigger.crmEvent', [0, 0], {
      label: 'Appointment created',
      eventType: 'appointment.created',
      sample: {
        data: {
          id: 'appointment-1',
          title: 'First meeting',
          contactId: 'contact-1',
          status: 'scheduled',
          startsAt: '2026-01-15T10:00:00.000Z',
          timezone: 'Europe/Madrid',
        },
      },
    }),
    node('changed', 'trigger.crmEvent', [0, 1], {
      label: 'Appointment moved',
      eventType: 'appointment.updated',
      conditions: [
        { left: '{{triggerData.previous.startsAt}}', operator: 'exists' },
        { left: '{{triggerData.data.status}}', operator: 'eq', right: 'scheduled' },
      ],
    }),
    node('contact', 'crm.findContact', [1, 0], {
      label: 'Find the contact',
      filter: { id: '{{triggerData.data.contactId}}' },
    }),
    node('phone', 'logic.if', [2, 0], {
      label: 'Has a phone?',
      conditions: [{ left: to, operator: 'isNotEmpty' }],
    }),
    node('confirm', 'message.sms', [3, 0], {
      label: 'Confirm',
      to,
      text: `Your appointment ${title} ${says} ${when}.`,
    }),
    node('wait', 'logic.delay', [4, 0], {
      label: 'Until two hours before',
      until: '{{ string(timestamp(triggerData.data.startsAt) - duration("2h")) }}',
    }),
    node('remind', 'message.sms', [5, 0], { label: 'Remind', to, text: `Your appointment ${title} is on ${when}.` }),
    node('over', 'logic.exit', [4, 1], {
      label: 'Moved, cancelled or deleted',
      eventTypes: ['appointment.updated', 'appointment.deleted'],
      match: { 'data.id': '{{triggerData.data.id}}' },
      conditions: [{ left: `{{ ${isOver} }}`, operator: 'isTrue' }],
    }),
  ],
  edges: edges(
    'booked>contact',
    'changed>contact',
    'contact:found>phone',
    'phone:true>confirm',
    'confirm:sent>wait',
    'wait>remind',
  ),
};
