import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Field, Input } from '../../../ui/field';
import type { HoldSettings } from '../flow-content';
import { numberOf } from '../form/schema';
import styles from '../panel.module.css';
import { holdTexts } from './texts';

/** What the editor offers: three executions for one cause in five minutes. */
export const usualHold: HoldSettings = { failures: 3, seconds: 300 };

interface HoldFieldsProps {
  value: HoldSettings | null | undefined;
  canWrite: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (value: HoldSettings | undefined) => void;
}

/** When later executions of a flow wait before a node at which others failed. */
export function HoldFields({ value, canWrite, errorOf, onChange }: HoldFieldsProps) {
  const t = useTexts(holdTexts);
  if (!value && !canWrite) return null;
  if (!value) {
    return (
      <Button size="small" onClick={() => onChange(usualHold)}>
        {t.add}
      </Button>
    );
  }
  const whole = (name: keyof HoldSettings, label: string) => (
    <Field label={label} error={errorOf(name)}>
      <Input
        type="number"
        min={1}
        readOnly={!canWrite}
        value={value[name] ?? ''}
        onChange={({ target }) => onChange({ ...value, [name]: numberOf(target.value) })}
      />
    </Field>
  );
  return (
    <section aria-label={t.title}>
      <h3 className={styles.part}>{t.title}</h3>
      <p className={styles.muted}>{t.hint}</p>
      <div className={styles.two}>
        {whole('failures', t.failures)}
        {whole('seconds', t.seconds)}
      </div>
      {canWrite && (
        <Button size="small" onClick={() => onChange(undefined)}>
          {t.remove}
        </Button>
      )}
    </section>
  );
}
