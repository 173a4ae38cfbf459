import { useTexts } from '../../../i18n/texts';
import { Input, Select } from '../../../ui/field';
import { setData } from '../edits';
import type { FlowNode } from '../flow-content';
import styles from '../panel.module.css';
import { texts } from '../texts';
import { useEditor } from '../use-editor';

/** Chooses a schedule without knowledge of cron, and writes it into the field below. */
export function CronHelper({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { change, canWrite } = useEditor();
  if (!canWrite) return null;
  const current = readCron(typeof node.data.cron === 'string' ? node.data.cron : '');
  const set = (next: typeof current) => {
    const { everyMinutes: _every, ...data } = node.data;
    change(setData, node.id, { ...data, cron: cronOf(next) }, 'cron');
  };
  return (
    <div className={styles.cron}>
      <Select<CronRhythm | 'other'>
        aria-label={t.schedule}
        value={current.rhythm}
        options={[
          ...rhythms.map((value) => ({ value, label: t.rhythm(value) })),
          ...(current.rhythm === 'other' ? [{ value: 'other' as const, label: t.rhythm('other') }] : []),
        ]}
        onChange={(rhythm) => set({ ...current, rhythm: rhythm === 'other' ? 'daily' : rhythm })}
      />
      {current.rhythm === 'weekly' && (
        <Select
          aria-label={t.weekday}
          value={String(current.day)}
          options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: t.weekdayName(day) }))}
          onChange={(day) => set({ ...current, day: Number(day) })}
        />
      )}
      {current.rhythm !== 'hourly' && current.rhythm !== 'other' && (
        <Input
          type="time"
          aria-label={t.time}
          value={`${String(current.hour).padStart(2, '0')}:${String(current.minute).padStart(2, '0')}`}
          onChange={(event) => {
            const [hour = 9, minute = 0] = event.target.value.split(':').map(Number);
            set({ ...current, hour, minute });
          }}
        />
      )}
    </div>
  );
}

/** The schedules that need no knowledge of cron. */
const rhythms = ['hourly', 'daily', 'workdays', 'weekly', 'monthly'] as const;
type CronRhythm = (typeof rhythms)[number];

interface Cron {
  rhythm: CronRhythm | 'other';
  hour: number;
  minute: number;
  /** 0 is Sunday. */
  day: number;
}

/** What a cron expression says, if it is one of the simple ones. */
function readCron(cron: string): Cron {
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
function cronOf({ rhythm, hour, minute, day }: Cron): string {
  if (rhythm === 'hourly') return `${minute} * * * *`;
  if (rhythm === 'workdays') return `${minute} ${hour} * * 1-5`;
  if (rhythm === 'weekly') return `${minute} ${hour} * * ${day}`;
  if (rhythm === 'monthly') return `${minute} ${hour} 1 * *`;
  return `${minute} ${hour} * * *`;
}
