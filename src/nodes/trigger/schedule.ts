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
  description: 'Starts the flow at set times: by a cron pattern, or every so many minutes.',
  trigger: 'schedule',
  fields: z
    .object({
      cron: optionalField(
        z.string().refine(isCron, 'Give five cron fields that fire at some time, as "0 9 * * 1-5".'),
      ).describe('Minute, hour, day of month, month, day of week; `0 9 * * 1-5` is nine on working days.'),
      everyMinutes: optionalField(numberField(z.number().int().min(1).max(minutesOfYear))).describe(
        'Minutes between two starts, in place of cron.',
      ),
      timezone: optionalField(z.string().refine(isTimezone, 'Give an IANA time zone, as "Europe/Madrid".')).describe(
        'The time zone that cron is read in. Defaults to UTC.',
      ),
    })
    .refine(({ cron, everyMinutes }) => (cron === undefined) !== (everyMinutes === undefined), {
      path: ['cron'],
      message: 'Give either cron or everyMinutes.',
    }),
  sourceHandles: ['out'],
  effects: false,
  sample: { scheduledFor: '2026-01-05T09:00:00.000Z' },
  example: { cron: '0 9 * * 1-5', timezone: 'Europe/Madrid' },
  output: '`scheduledFor`, the time of the schedule that started the run.',
  tried: {},
  run: passTriggerData,
});

/** The trigger's configuration as the scheduler takes it. @throws ZodError on what validation would refuse */
export function readSchedule(triggerConfig: unknown): ScheduleConfig {
  return scheduleTrigger.fields.parse(triggerConfig) as ScheduleConfig;
}
