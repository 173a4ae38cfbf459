import { useTexts } from '../../../i18n/texts';
import { Input, Select } from '../../../ui/field';
import { useEditor } from '../editor-context';
import type { FlowNode } from '../flow-content';
import styles from '../panel.module.css';
import { texts } from '../texts';
import { type CronRhythm, cronOf, readCron, rhythms } from './cron';

/** Chooses a schedule without knowledge of cron, and writes it into the field below. */
export function CronHelper({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { dispatch, canWrite } = useEditor();
  if (!canWrite) return null;
  const current = readCron(typeof node.data.cron === 'string' ? node.data.cron : '');
  const set = (next: typeof current) => {
    const { everyMinutes: _every, ...data } = node.data;
    dispatch({ kind: 'data', id: node.id, data: { ...data, cron: cronOf(next) }, field: 'cron' });
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
