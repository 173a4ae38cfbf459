import { useTexts } from '../../i18n/texts';
import { Field, fieldError, Input, Select, TextArea } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { sequencesTexts } from '../sequences/texts';
import { type StepDraft, stepTypes, type Unit } from './draft';
import type { Choices } from './query';
import styles from './sequence.module.css';

interface StepCardProps {
  step: StepDraft;
  index: number;
  steps: readonly StepDraft[];
  choices: Choices;
  onChange: (steps: StepDraft[]) => void;
  error: unknown;
}

/** One step: when, and what. */
export function StepCard({ step, index, steps, choices, onChange, error }: StepCardProps) {
  const t = useTexts(sequencesTexts);
  const number = index + 1;
  const set = (changes: Partial<StepDraft>) =>
    onChange(steps.map((one) => (one.key === step.key ? { ...one, ...changes } : one)));
  const swap = (other: number) => {
    const next = [...steps];
    [next[index], next[other]] = [next[other] as StepDraft, step];
    onChange(next);
  };
  const errorOf = (field: string) => fieldError(error, `steps[${index}].${field}`);
  return (
    <li className={`relative box ${styles.step}`} aria-label={t.step(number)}>
      <div className="row gap-2 mb-8">
        <strong className="grow">{t.step(number)}</strong>
        <IconButton
          icon="chevronDown"
          size="small"
          className={styles.up}
          label={t.stepUp(number)}
          disabled={index === 0}
          onClick={() => swap(index - 1)}
        />
        <IconButton
          icon="chevronDown"
          size="small"
          label={t.stepDown(number)}
          disabled={index === steps.length - 1}
          onClick={() => swap(index + 1)}
        />
        <IconButton
          icon="trash"
          size="small"
          label={t.removeStep(number)}
          onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
        />
      </div>
      <div className={`row wrap gap-8 mb-14 ${styles.when}`}>
        <span>{t.wait}</span>
        <Input
          type="number"
          min={1}
          aria-label={`${t.wait}: ${t.step(number)}`}
          aria-invalid={errorOf('delayMinutes') ? true : undefined}
          value={step.delay}
          onChange={({ target }) => set({ delay: target.value })}
        />
        <Select
          aria-label={`${t.unit}: ${t.step(number)}`}
          value={step.unit}
          options={(['minutes', 'hours', 'days'] as const).map((value: Unit) => ({ value, label: t[value] }))}
          onChange={(unit) => set({ unit })}
        />
        <span>{index === 0 ? t.waitFirst : t.waitNext}</span>
      </div>
      {errorOf('delayMinutes') && <p className={`small danger ${styles.error}`}>{errorOf('delayMinutes')}</p>}
      <Field label={t.stepType}>
        <Select
          value={step.stepType}
          options={stepTypes.map((value) => ({ value, label: t[`type_${value}`] }))}
          onChange={(stepType) => set({ stepType })}
        />
      </Field>
      <Content step={step} choices={choices} set={set} errorOf={errorOf} />
    </li>
  );
}

interface ContentProps {
  step: StepDraft;
  choices: Choices;
  set: (changes: Partial<StepDraft>) => void;
  errorOf: (field: string) => string | undefined;
}

function Content({ step, choices, set, errorOf }: ContentProps) {
  const t = useTexts(sequencesTexts);
  const chosen = (items: Choices['flows']) => [
    { value: '', label: '–' },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ];
  if (step.stepType === 'FLOW') {
    return (
      <Field label={t.flow} error={errorOf('flowId')}>
        <Select value={step.flowId} options={chosen(choices.flows)} onChange={(flowId) => set({ flowId })} />
      </Field>
    );
  }
  if (step.stepType === 'WHATSAPP_TEMPLATE') {
    return (
      <Field label={t.template} error={errorOf('templateId')}>
        <Select
          value={step.templateId}
          options={chosen(choices.templates)}
          onChange={(templateId) => set({ templateId })}
        />
      </Field>
    );
  }
  const name = step.stepType === 'TEXT' ? 'message' : 'promptTemplate';
  const label = { TEXT: t.message, AI_GENERATED: t.instructions, PROMPT_TEMPLATE: t.prompt }[step.stepType];
  return (
    <Field label={label} hint={t.messageHint} error={errorOf(name)}>
      <TextArea
        maxLength={4_096}
        value={step[name]}
        onChange={({ target }) =>
          set(name === 'message' ? { message: target.value } : { promptTemplate: target.value })
        }
      />
    </Field>
  );
}
