import {
  defineRecord,
  initially,
  one,
  oneOf,
  type RowOf,
  ref,
  required,
  text,
  time,
  timeZone,
} from '../../../platform/records/index.js';
import { publishesChanges } from './publish-events.js';

const fields = {
  title: required(text(200, { searched: true, sorted: true })),
  contactId: ref('contacts', 'contact', { filtered: true }),
  startsAt: required(time({ sorted: true })),
  endsAt: required(time({ sorted: true })),
  timezone: initially('UTC', timeZone({ description: 'Where it takes place, by IANA name' })),
  status: initially(
    'scheduled',
    oneOf(['scheduled', 'completed', 'cancelled', 'no_show'], { sorted: true, filtered: true }),
  ),
  location: text(500, { searched: true }),
};

export type CalendarEvent = RowOf<typeof fields>;

export const calendarEvents = defineRecord({
  name: 'CalendarEvent',
  plural: 'CalendarEvents',
  description: 'An appointment',
  table: 'calendar_events',
  capability: 'calendarEvents',
  period: 'startsAt',
  fields,
  hit: { order: 100, title: 'r.title', subtitle: 'r.location' },
  relations: {
    contact: one('contactId', 'Contact'),
  },
  written: publishesChanges(fields, {
    created: 'appointment.created',
    updated: 'appointment.updated',
    deleted: 'appointment.deleted',
  }),
  async check(_sql, _scope, { startsAt, endsAt }) {
    if (new Date(endsAt) >= new Date(startsAt)) return [];
    return [{ field: 'endsAt', message: 'endsAt lies before startsAt.' }];
  },
});
