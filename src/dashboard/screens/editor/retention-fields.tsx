import { useTexts } from '../../i18n/texts';
import { Field, Input, Select } from '../../ui/field';
import type { FlowRetention } from './flow-content';
import { numberOf } from './form/schema';
import styles from './panel.module.css';
import { retentionTexts } from './retention-texts';

interface RetentionProps {
  value: FlowRetention | null | undefined;
  canWrite: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (value: FlowRetention | undefined) => void;
}

/** Which ended executions are kept, and for how many days. */
export function RetentionFields({ value, canWrite, errorOf, onChange }: RetentionProps) {
  const t = useTexts(retentionTexts);
  const set = (changed: FlowRetention) => {
    const all = Object.entries({ ...value, ...changed }).filter(([, one]) => one !== undefined && one !== null);
    onChange(all.length > 0 ? Object.fromEntries(all) : undefined);
  };
  const days = (name: 'days' | 'failed', label: string) => (
    <Field label={label} error={errorOf(name)}>
      <Input
        type="number"
        min={1}
        placeholder={t.retentionDefault}
        readOnly={!canWrite}
        value={value?.[name] ?? ''}
        onChange={({ target }) => set({ [name]: numberOf(target.value) })}
      />
    </Field>
  );
  return (
    <>
      <Field label={t.keep} hint={t.keepHint}>
        <Select
          disabled={!canWrite}
          value={value?.keep ?? 'all'}
          options={[
            { value: 'all', label: t.keepAll },
            { value: 'failures', label: t.keepFailures },
            { value: 'none', label: t.keepNone },
          ]}
          onChange={(keep) => set({ keep: keep === 'all' ? undefined : (keep as FlowRetention['keep']) })}
        />
      </Field>
      <div className={styles.two}>
        {days('days', t.keepDays)}
        {days('failed', t.keepFailedDays)}
      </div>
    </>
  );
}
