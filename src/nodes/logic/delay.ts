import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';

interface Delay {
  minutes?: number | undefined;
  seconds?: number | undefined;
  until?: string | undefined;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const longestMinutes = 10 * 366 * 24 * 60;

export const delayNode = defineNode({
  type: 'logic.delay',
  title: 'Delay',
  category: 'logic',
  capability: null,
  description: 'Waits for a duration or until a time, without holding a worker.',
  fields: z
    .object({
      minutes: optionalField(numberField(z.number().positive().max(longestMinutes))).describe(
        'The duration in minutes.',
      ),
      seconds: optionalField(
        numberField(
          z
            .number()
            .positive()
            .max(longestMinutes * 60),
        ),
      ).describe('The duration in seconds.'),
      until: optionalField(
        z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
          error: 'must be an ISO 8601 time with a zone, for example 2026-01-05T09:00:00Z',
        }),
      ).describe('An ISO 8601 time with a zone, or a date (midnight UTC). A time in the past does not wait.'),
    })
    .refine((delay) => [delay.minutes, delay.seconds, delay.until].filter((part) => part !== undefined).length === 1, {
      path: ['minutes'],
      message: 'must be set, or seconds or until; only one of them is allowed',
    }),
  filled: { minutes: 'value', seconds: 'value', until: 'value' },
  sourceHandles: ['out'],
  timeoutHandle: true,
  effects: false,
  sample: { resumedAt: '2026-01-05T09:00:00.000Z' },
  example: { minutes: 15 },
  output: '`resumedAt`, the time at which the wait ends.',
  errors: ['STEP_TIMEOUT'],
  exampleRun: {},
  run: ({ data, now }) => {
    const until = endOf(data, now);
    if (until <= now) return { kind: 'done', output: { resumedAt: now.toISOString() } };
    return { kind: 'wait', until, output: { resumedAt: until.toISOString() } };
  },
});

function endOf({ minutes, seconds, until }: Delay, now: Date): Date {
  if (until !== undefined) return new Date(until);
  return new Date(now.getTime() + (minutes ?? 0) * minuteMs + (seconds ?? 0) * secondMs);
}
