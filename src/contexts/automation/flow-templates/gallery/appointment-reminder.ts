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

/** Keeps what the messages need of an appointment, which can be moved later. */
const remembered = (appointment: string) => [
  { name: 'title', value: `{{${appointment}.title}}` },
  { name: 'startsAt', value: `{{${appointment}.startsAt}}` },
  { name: 'when', value: inWords(appointment) },
  { name: 'waiting', value: true },
];

const secondsLeft = '(timestamp(variables.startsAt) - duration("2h") - timestamp(now)).getSeconds()';
const minutesOfYear = 525_600;
const match = { 'data.id': '{{triggerData.data.id}}' };
const to = '{{steps.contact.phone}}';

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
    node('contact', 'crm.findContact', [1, 0], {
      label: 'Find the contact',
      filter: { id: '{{triggerData.data.contactId}}' },
    }),
    node('phone', 'logic.if', [2, 0], {
      label: 'Has a phone?',
      conditions: [{ left: to, operator: 'isNotEmpty' }],
    }),
    node('time', 'data.set', [3, 0], { label: 'Remember the time', assignments: remembered('triggerData.data') }),
    node('confirm', 'message.sms', [4, 0], {
      label: 'Confirm',
      to,
      text: 'Your appointment "{{variables.title}}" is booked for {{variables.when}}.',
    }),
    node('until', 'logic.loop', [5, 0], {
      label: 'Until two hours before',
      while: '{{variables.waiting}}',
      maxItems: 100,
    }),
    node('change', 'wait.event', [6, 1], {
      label: 'Appointment changed?',
      eventType: 'appointment.updated',
      match,
      timeoutMinutes: `{{ ${secondsLeft} > 0 ? ${secondsLeft} / 60 : 0.001 }}`,
    }),
    node('kept', 'logic.if', [7, 1], {
      label: 'Still scheduled?',
      conditions: [{ left: '{{steps.change.data.status}}', operator: 'eq', right: 'scheduled' }],
    }),
    node('over', 'logic.stop', [8, 2], { label: 'Cancelled', message: 'The appointment does not take place.' }),
    node('moved', 'logic.if', [8, 1], {
      label: 'Moved?',
      conditions: [{ left: '{{steps.change.data.startsAt}}', operator: 'ne', right: '{{variables.startsAt}}' }],
    }),
    node('again', 'data.set', [9, 1], { label: 'Remember the new time', assignments: remembered('steps.change.data') }),
    node('confirmMove', 'message.sms', [10, 1], {
      label: 'Confirm the new time',
      to,
      text: 'Your appointment "{{variables.title}}" was moved to {{variables.when}}.',
    }),
    node('due', 'data.set', [7, 3], { label: 'It is time', assignments: [{ name: 'waiting', value: false }] }),
    node('remind', 'message.sms', [6, 0], {
      label: 'Remind',
      to,
      text: 'Your appointment "{{variables.title}}" is on {{variables.when}}.',
    }),
    node('end', 'logic.stop', [7, 0], { label: 'Done' }),
    node('deleted', 'wait.event', [5, 4], {
      label: 'Appointment deleted?',
      eventType: 'appointment.deleted',
      match,
      timeoutMinutes: minutesOfYear,
    }),
    node('gone', 'logic.stop', [6, 4], { label: 'Deleted', message: 'The appointment was deleted.' }),
  ],
  variables: [
    { name: 'title', value: '' },
    { name: 'startsAt', value: '' },
    { name: 'when', value: '' },
    { name: 'waiting', value: true },
  ],
  edges: edges(
    'booked>contact',
    'contact:found>phone',
    'phone:true>time',
    'time>confirm',
    'confirm:sent>until',
    'until:item>change',
    'change:event>kept',
    'kept:false>over',
    'kept:true>moved',
    'moved:false>until:next',
    'moved:true>again',
    'again>confirmMove',
    'confirmMove:sent>until:next',
    'confirmMove:failed>until:next',
    'change:timeout>due',
    'due>until:next',
    'until:done>remind',
    'remind:sent>end',
    'remind:failed>end',
    'confirm:sent>deleted',
    'deleted:event>gone',
  ),
};
