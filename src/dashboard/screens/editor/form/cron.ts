/** The schedules that need no knowledge of cron. */
export const rhythms = ['hourly', 'daily', 'workdays', 'weekly', 'monthly'] as const;
export type CronRhythm = (typeof rhythms)[number];

export interface Cron {
  rhythm: CronRhythm | 'other';
  hour: number;
  minute: number;
  /** 0 is Sunday. */
  day: number;
}

/** What a cron expression says, if it is one of the simple ones. */
export function readCron(cron: string): Cron {
  const [minute = '', hour = '', date = '', month = '', day = ''] = cron.trim().split(/\s+/);
  const base: Cron = { rhythm: 'other', hour: Number(hour) || 0, minute: Number(minute) || 0, day: Number(day) || 0 };
  if (cron.trim() === '') return { ...base, hour: 9 };
  if (!/^\d+$/.test(minute) || month !== '*') return base;
  if (hour === '*' && date === '*' && day === '*') return { ...base, rhythm: 'hourly' };
  if (!/^\d+$/.test(hour)) return base;
  if (date === '1' && day === '*') return { ...base, rhythm: 'monthly' };
  if (date !== '*') return base;
  if (day === '*') return { ...base, rhythm: 'daily' };
  if (day === '1-5') return { ...base, rhythm: 'workdays' };
  return /^[0-6]$/.test(day) ? { ...base, rhythm: 'weekly' } : base;
}

/** The cron expression of a simple schedule. */
export function cronOf({ rhythm, hour, minute, day }: Cron): string {
  if (rhythm === 'hourly') return `${minute} * * * *`;
  if (rhythm === 'workdays') return `${minute} ${hour} * * 1-5`;
  if (rhythm === 'weekly') return `${minute} ${hour} * * ${day}`;
  if (rhythm === 'monthly') return `${minute} ${hour} 1 * *`;
  return `${minute} ${hour} * * *`;
}
