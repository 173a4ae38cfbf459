import { appointmentEvents } from '../../../nodes/index.js';
import {
  defineRecord,
  initially,
  line,
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
  title: required(line(200, { searched: true, sorted: true })),
  contactId: ref('contacts', 'contact', { filtered: true, description: 'The contact of the appointment.' }),
  startsAt: required(time({ sorted: true, description: 'The start of the appointment.' })),
  endsAt: required(time({ sorted: true, description: 'The end of the appointment; not before `startsAt`.' })),
  timezone: initially(
    'UTC',
    timeZone({ description: 'The IANA time zone of the appointment, for example Europe/Madrid.' }),
  ),
  status: initially(
    'scheduled',
    oneOf(
      {
        scheduled: 'It is going to take place.',
        completed: 'It has taken place.',
        cancelled: 'It does not take place.',
        no_show: 'The contact did not come.',
      },
      {
        sorted: true,
        filtered: true,
        description: 'The status of the appointment.',
      },
    ),
  ),
  location: text(500, { searched: true, description: 'The place or the URL of the appointment.' }),
};

export type CalendarEvent = RowOf<typeof fields>;

export const calendarEvents = defineRecord({
  name: 'CalendarEvent',
  plural: 'CalendarEvents',
  description: 'An appointment, possibly with a contact.',
  table: 'calendar_events',
  indexes: { any: ['createdAt', 'endsAt', 'startsAt', 'status', 'title', 'updatedAt'], present: ['contactId'] },
  routes: {
    list: 'GET /calendar-events',
    create: 'POST /calendar-events',
    find: 'GET /calendar-events/:calendarEventId',
    update: 'PATCH /calendar-events/:calendarEventId',
    delete: 'DELETE /calendar-events/:calendarEventId',
  },
  examples: {
    create: {
      title: 'First call',
      startsAt: '2030-05-02T09:00:00.000Z',
      endsAt: '2030-05-02T09:30:00.000Z',
      timezone: 'Europe/Madrid',
    },
    update: { status: 'completed' },
  },
  capability: 'calendarEvents',
  period: 'startsAt',
  fields,
  hit: { order: 100, title: 'r.title', subtitle: 'r.location' },
  relations: {
    contact: one('contactId', 'Contact'),
  },
  written: publishesChanges(fields, {
    created: appointmentEvents.created,
    updated: appointmentEvents.updated,
    deleted: appointmentEvents.deleted,
  }),
  rules: ['RANGE_REVERSED'],
  async check(_sql, _scope, { startsAt, endsAt }) {
    if (new Date(endsAt) >= new Date(startsAt)) return [];
    return [{ field: 'endsAt', rule: 'RANGE_REVERSED', message: 'endsAt must not be before startsAt.' }];
  },
});
