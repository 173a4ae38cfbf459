import { z } from 'zod';
import { overlaps } from '../../engine/index.js';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';
import { catchUps, isCron, isTimezone, type ScheduleConfig } from './schedule-times.js';

const minutesOfYear = 366 * 24 * 60;
const jitterSecondsAtMost = 3_600;

export const scheduleTrigger = defineNode({
  type: 'trigger.schedule',
  title: 'Schedule',
  category: 'trigger',
  capability: null,
  description: 'Starts the flow on a schedule: by a cron expression, or at an interval.',
  trigger: 'schedule',
  fields: z
    .object({
      cron: optionalField(
        z
          .string()
          .refine(
            isCron,
            'must be a cron expression of five fields that fires at some time, for example "0 9 * * 1-5"',
          ),
      ).describe(
        'A cron expression: minute, hour, day of month, month, day of week. For example, `0 9 * * 1-5` is 09:00 from Monday to Friday.',
      ),
      everyMinutes: optionalField(numberField(z.number().int().min(1).max(minutesOfYear))).describe(
        'The interval in minutes, instead of `cron`.',
      ),
      timezone: optionalField(
        z.string().refine(isTimezone, 'must be an IANA time zone, for example "Europe/Madrid"'),
      ).describe('The IANA time zone of `cron`. Defaults to UTC.'),
      overlap: optionalField(z.enum(overlaps)).describe(
        'What happens at a time while the execution of an earlier one runs: it waits, starts nothing, or replaces it. Defaults to starting beside it. With `settings.control` of the flow, that applies instead.',
      ),
      jitterSeconds: optionalField(numberField(z.number().int().min(0).max(jitterSecondsAtMost))).describe(
        'Seconds by which an execution may begin later than its time, so that many schedules do not begin at once. Defaults to 0.',
      ),
      catchUp: optionalField(z.enum(catchUps)).describe(
        'Which times are made up for that were missed while no worker ran: none, the last one, or all of the last 7 days. Defaults to `last`.',
      ),
    })
    .refine(({ cron, everyMinutes }) => (cron === undefined) !== (everyMinutes === undefined), {
      path: ['cron'],
      message: 'or everyMinutes is required, but not both',
    }),
  sourceHandles: ['out'],
  effects: false,
  sample: { scheduledFor: '2026-01-05T09:00:00.000Z' },
  example: { cron: '0 9 * * 1-5', timezone: 'Europe/Madrid' },
  output: '`scheduledFor`, the scheduled time that started the execution.',
  exampleRun: {},
  run: passTriggerData,
});

/** Parses the trigger's configuration for the scheduler. @throws ZodError on an invalid configuration */
export function readSchedule(triggerConfig: unknown): ScheduleConfig {
  return scheduleTrigger.fields.parse(triggerConfig) as ScheduleConfig;
}
