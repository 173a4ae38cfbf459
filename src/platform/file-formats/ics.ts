import ICAL from 'ical.js';
import { DateTime } from 'luxon';
import { type FileFormat, FormatError, requireRows, textOf } from './file-format.js';

/**
 * Calendars (RFC 5545): their events, each as it is written; those that an event repeats by its rule are not listed. Times are
 * ISO 8601 in UTC, dates without a time are dates, and times that name no time zone have none.
 */
export const ics: FileFormat = {
  mimeType: 'text/calendar',
  extensions: ['ics'],
  parse(bytes) {
    const calendars = calendarsIn(textOf(bytes));
    const events = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
    requireRows(events.length);
    return {
      name: calendars.map((calendar) => textIn(calendar, 'x-wr-calname'))[0] ?? null,
      events: events.map(eventOf),
    };
  },
};

/** @throws FormatError */
function calendarsIn(text: string): ICAL.Component[] {
  const [first, ...others] = rootsOf(text);
  const calendars = (first ? [first, ...others] : []).map((root) => new ICAL.Component(root));
  if (calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar')) return calendars;
  throw new FormatError('FILE_FORMAT', 'The file must be a calendar: it begins with BEGIN:VCALENDAR.');
}

/** What a file consists of: one component is not in a list. */
function rootsOf(text: string): unknown[][] {
  try {
    const parsed = ICAL.parse(text) as unknown[];
    return typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
  } catch (error) {
    const said = (error as Error).message.slice(0, 200);
    throw new FormatError('FILE_FORMAT', `The file is not a valid calendar: ${said}`);
  }
}

function eventOf(event: ICAL.Component) {
  const { startDate, endDate } = new ICAL.Event(event);
  const zone = zoneOf(event, 'dtstart');
  return {
    id: textIn(event, 'uid'),
    title: textIn(event, 'summary'),
    description: textIn(event, 'description'),
    location: textIn(event, 'location'),
    url: textIn(event, 'url'),
    status: textIn(event, 'status')?.toLowerCase() ?? null,
    start: timeOf(startDate, zone),
    end: timeOf(endDate, zoneOf(event, 'dtend') ?? zone),
    allDay: startDate?.isDate ?? false,
    timezone: zone,
    recurrence: textIn(event, 'rrule'),
    organizer: personOf(event.getFirstProperty('organizer')),
    attendees: event.getAllProperties('attendee').map((one) => ({
      ...personOf(one),
      status: parameterOf(one, 'partstat')?.toLowerCase() ?? null,
    })),
  };
}

function textIn(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  return value === null || value === undefined || String(value) === '' ? null : String(value);
}

/** The time zone that a time names. */
function zoneOf(event: ICAL.Component, name: string): string | null {
  const property = event.getFirstProperty(name);
  return property && parameterOf(property, 'tzid');
}

function parameterOf(property: ICAL.Property, name: string): string | null {
  return [property.getParameter(name)].flat()[0] ?? null;
}

function personOf(property: ICAL.Property | null) {
  if (!property) return null;
  const address = String(property.getFirstValue()).replace(/^mailto:/i, '');
  return { name: parameterOf(property, 'cn'), email: address.includes('@') ? address : null };
}

/** The file may define the zone itself; otherwise it is one of the IANA. */
function timeOf(time: ICAL.Time | null, zone: string | null): string | null {
  if (!time) return null;
  if (time.isDate) return time.toString();
  if (time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate().toISOString();
  const written = time.toString();
  if (zone === null) return written;
  return DateTime.fromISO(written, { zone }).toUTC().toISO() ?? written;
}
