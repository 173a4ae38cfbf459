import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { recordErrors } from '../step-errors.js';
import { businessWindow, openingOf, windowField, zoneField, zoneOfContact } from './window.js';

const fields = z
  .object({
    at: optionalField(
      z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
        error: 'must be an ISO 8601 time with a zone, for example 2026-01-05T09:00:00Z',
      }),
    ).describe(
      'An ISO 8601 time with a zone, or a date (midnight UTC). With a window the wait ends when it is open after that time.',
    ),
    window: optionalField(windowField).describe('A part of the day: the wait ends when it is open.'),
    businessHours: optionalField(z.boolean()).describe(
      'Whether to wait for business hours, instead of `window`: 09:00 to 18:00 from Monday to Friday. Defaults to false.',
    ),
    timezone: zoneField.describe(
      `The time zone of the window: an IANA name, \`workspace\`, or ${zoneOfContact}. Defaults to \`workspace\`.`,
    ),
    contactId: optionalField(filledText(100)).describe('The ID of the contact whose time zone `contact` is.'),
  })
  .refine(({ at, window, businessHours }) => at !== undefined || window !== undefined || businessHours === true, {
    path: ['at'],
    message: 'is required, or window or businessHours',
  })
  .refine(({ window, businessHours }) => window === undefined || businessHours !== true, {
    path: ['businessHours'],
    message: 'is not allowed beside window',
  })
  .refine(({ timezone, contactId }) => timezone !== 'contact' || contactId !== undefined, {
    path: ['contactId'],
    message: 'is required with the time zone contact',
  });

export const untilNode = defineNode({
  type: 'wait.until',
  title: 'Wait until a time',
  category: 'wait',
  capability: null,
  description: 'Waits until a time, or until a part of the day such as business hours, without holding a worker.',
  fields,
  filled: { at: 'value', window: 'entries', contactId: 'value' },
  reads: ({ timezone }) => (timezone === 'contact' ? ['contacts:read'] : []),
  sourceHandles: ['out'],
  timeoutHandle: true,
  effects: false,
  slow: true,
  sample: { resumedAt: '2026-01-05T09:00:00.000Z' },
  example: { window: { start: '10:00', end: '13:00', days: ['tue', 'thu'] }, timezone: 'Europe/Madrid' },
  output: '`resumedAt`, the time at which the wait ends.',
  errors: [...recordErrors, 'STEP_TIMEOUT'],
  exampleRun: { answer: 'Europe/Madrid' },
  run: async ({ data, now, ports }) => {
    const { at, window = businessWindow, businessHours, timezone = 'workspace', contactId = '' } = data;
    const from = new Date(Math.max(now.getTime(), at === undefined ? 0 : Date.parse(at)));
    const hasWindow = data.window !== undefined || businessHours === true;
    try {
      const zone = hasWindow ? await ports.crm.zoneOf(timezone, { id: contactId }) : 'UTC';
      const until = hasWindow ? openingOf(window, zone, from) : from;
      const output = { resumedAt: until.toISOString() };
      return until <= now ? { kind: 'done', output } : { kind: 'wait', until, output };
    } catch (error) {
      return recordFailure(error);
    }
  },
});
