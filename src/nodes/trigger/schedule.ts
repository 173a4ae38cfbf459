import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';
import { isCron, isTimezone, type ScheduleConfig } from './schedule-times.js';

const minutesOfYear = 366 * 24 * 60;

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
