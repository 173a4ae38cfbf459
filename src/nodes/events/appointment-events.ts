import { defineEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

const appointment = {
  id: exampleId('calendarEventId'),
  workspaceId: exampleId('workspaceId'),
  title: 'First meeting',
  contactId: exampleId('contactId'),
  startsAt: '2026-01-12T10:00:00.000Z',
  endsAt: '2026-01-12T11:00:00.000Z',
  timezone: 'UTC',
  status: 'scheduled',
  location: null,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

const ofAppointments = { read: 'calendarEvents:read', data: { record: 'CalendarEvent' } } as const;

export const appointmentEvents = {
  created: defineEvent({
    ...ofAppointments,
    type: 'appointment.created',
    label: 'Appointment created',
    summary: 'An event of the calendar was created.',
    sample: { data: appointment },
  }),
  updated: defineEvent({
    ...ofAppointments,
    type: 'appointment.updated',
    label: 'Appointment updated',
    summary: 'An event of the calendar was changed.',
    previous: true,
    sample: {
      data: { ...appointment, startsAt: '2026-01-12T09:30:00.000Z' },
      previous: { startsAt: '2026-01-12T10:00:00.000Z' },
    },
  }),
  deleted: defineEvent({
    ...ofAppointments,
    type: 'appointment.deleted',
    label: 'Appointment deleted',
    summary: 'An event of the calendar was deleted.',
    sample: { data: appointment },
  }),
};
