import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Field, Input, Select } from '../../../ui/field';
import type { FlowControl } from '../flow-content';
import { numberOf } from '../form/schema';
import styles from '../panel.module.css';
import { priorityOf, withPair } from './edit-control';
import { controlTexts } from './texts';
import { TimeLine } from './time-line';

interface ControlSettingsProps {
  control: FlowControl | null | undefined;
  canWrite: boolean;
  /** The message of a field, if the server refuses it. */
  errorOf: (field: string) => string | undefined;
  onChange: (control: FlowControl | undefined) => void;
}

/** How many executions of a flow may run, by a key, and what comes of it on a time line. */
export function ControlSettings({ control, canWrite, errorOf, onChange }: ControlSettingsProps) {
  const t = useTexts(controlTexts);
  if (!control && !canWrite) return null;
  if (!control) {
    return (
      <Button size="small" onClick={() => onChange({ concurrency: 1 })}>
        {t.addControl}
      </Button>
    );
  }
  const parts: PartProps = {
    control,
    canWrite,
    errorOf: (name) => errorOf(`control.${name}`),
    set: (change) => onChange({ ...control, ...change }),
  };
  return (
    <section aria-label={t.control}>
      <h3 className={styles.part}>{t.control}</h3>
      <p className={styles.muted}>{t.controlHint}</p>
      <Limits {...parts} />
      <Gathering {...parts} />
      <TimeLine control={control} />
      {canWrite && (
        <Button size="small" onClick={() => onChange(undefined)}>
          {t.removeControl}
        </Button>
      )}
    </section>
  );
}

interface PartProps {
  control: FlowControl;
  canWrite: boolean;
  errorOf: (name: string) => string | undefined;
  set: (change: Partial<FlowControl>) => void;
}

/** The key, and how many of its executions run and start. */
function Limits(parts: PartProps) {
  const t = useTexts(controlTexts);
  const { control, canWrite, errorOf, set } = parts;
  const { throttle } = control;
  return (
    <>
      <Field label={t.key} hint={t.keyHint} error={errorOf('key')}>
        <Typed
          key={control.key}
          canWrite={canWrite}
          value={control.key ?? ''}
          apply={(key) => set({ key: key.trim() ? key : undefined })}
        />
      </Field>
      <Whole
        {...parts}
        name="concurrency"
        label={t.concurrency}
        hint={t.concurrencyHint}
        value={control.concurrency}
        apply={(concurrency) => set({ concurrency, ...(concurrency === undefined && { overlap: undefined }) })}
      />
      <Field label={t.overlap} error={errorOf('overlap')}>
        <Select
          disabled={!canWrite}
          value={control.overlap ?? 'queue'}
          options={[
            { value: 'queue', label: t.overlapQueue },
            { value: 'skip', label: t.overlapSkip },
            { value: 'replace', label: t.overlapReplace },
          ]}
          onChange={(overlap) => set({ overlap: overlap === 'queue' ? undefined : overlap })}
        />
      </Field>
      <div className={styles.two}>
        <Whole
          {...parts}
          name="throttle.count"
          label={t.throttleCount}
          hint={t.throttleHint}
          value={throttle?.count}
          apply={(count) => set({ throttle: withPair(throttle, 'count', count, { count: 1, seconds: 60 }) })}
        />
        <Whole
          {...parts}
          name="throttle.seconds"
          label={t.throttleSeconds}
          value={throttle?.seconds}
          apply={(seconds) => set({ throttle: withPair(throttle, 'seconds', seconds, { count: 1, seconds: 60 }) })}
        />
      </div>
      <Field label={t.priority} hint={t.priorityHint} error={errorOf('priority')}>
        <Typed
          key={String(control.priority)}
          canWrite={canWrite}
          value={String(control.priority ?? '')}
          apply={(priority) => set({ priority: priorityOf(priority) })}
        />
      </Field>
    </>
  );
}

/** What starts become one execution. */
function Gathering(parts: PartProps) {
  const t = useTexts(controlTexts);
  const { control, set } = parts;
  const { batch } = control;
  return (
    <>
      <Whole
        {...parts}
        name="debounceSeconds"
        label={t.debounce}
        hint={t.debounceHint}
        value={control.debounceSeconds}
        apply={(debounceSeconds) => set({ debounceSeconds })}
      />
      <div className={styles.two}>
        <Whole
          {...parts}
          name="batch.max"
          label={t.batchMax}
          hint={t.batchMaxHint}
          value={batch?.max}
          apply={(max) => set({ batch: withPair(batch, 'max', max, { max: 100, seconds: 60 }) })}
        />
        <Whole
          {...parts}
          name="batch.seconds"
          label={t.batchSeconds}
          value={batch?.seconds}
          apply={(seconds) => set({ batch: withPair(batch, 'seconds', seconds, { max: 100, seconds: 60 }) })}
        />
      </div>
    </>
  );
}

interface TypedProps extends ComponentProps<'input'> {
  value: string;
  canWrite: boolean;
  apply: (text: string) => void;
}

/** A text that is applied when it is left: half an expression is refused. */
function Typed({ value, canWrite, apply, ...rest }: TypedProps) {
  const [text, setText] = useState(value);
  return (
    <Input
      {...rest}
      readOnly={!canWrite}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => text !== value && apply(text)}
    />
  );
}

interface WholeProps extends Pick<PartProps, 'canWrite' | 'errorOf'> {
  name: string;
  label: string;
  hint?: string;
  value: number | null | undefined;
  apply: (value: number | undefined) => void;
}

/** A whole number, or none. */
function Whole({ name, label, hint, value, canWrite, errorOf, apply }: WholeProps) {
  return (
    <Field label={label} hint={hint} error={errorOf(name)}>
      <Input
        type="number"
        min={1}
        readOnly={!canWrite}
        value={value ?? ''}
        onChange={({ target }) => apply(numberOf(target.value) as number | undefined)}
      />
    </Field>
  );
}
