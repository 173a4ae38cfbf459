import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { AskBeforeLeaving } from '../../ui/dialog';
import { Check, Field, fieldError, Input, Select } from '../../ui/field';
import { ErrorNotice } from '../../ui/notice';
import { Card } from '../../ui/page';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ConflictNotice, isOutdated } from '../customers/conflict-notice';
import { customers } from '../customers/texts';
import { sequencesTexts } from '../sequences/texts';
import { inputOf, newStep, type StepDraft, stepDraft } from './draft';
import type { Choices, Sequence } from './query';
import styles from './sequence.module.css';
import { StepCard } from './step-card';

const updateSequence = graphql(`
  mutation SequenceUpdate(
    $workspaceId: ID!
    $sequenceId: ID!
    $input: UpdateFollowUpSequenceInput!
    $since: DateTime
  ) {
    updateFollowUpSequence(
      workspaceId: $workspaceId
      followUpSequenceId: $sequenceId
      input: $input
      ifUnmodifiedSince: $since
    ) {
      id
    }
  }
`);

interface Settings {
  name: string;
  agentId: string;
  maxAttempts: string;
  reactivateAgent: boolean;
}

const settingsOf = ({ name, agentId, maxAttempts, reactivateAgent }: Sequence): Settings => ({
  name,
  agentId: agentId ?? '',
  reactivateAgent,
  maxAttempts: maxAttempts == null ? '' : String(maxAttempts),
});

/** Edits the steps and settings of a sequence; nothing is stored until it is saved. */
export function Editor({ sequence, choices }: { sequence: Sequence; choices: Choices }) {
  const t = useTexts(sequencesTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const can = useCan();
  const [steps, setSteps] = useState<StepDraft[]>(() => sequence.steps.map(stepDraft));
  const [settings, setSettings] = useState(() => settingsOf(sequence));
  const [isChanged, setChanged] = useState(false);
  const [base, setBase] = useState(sequence);
  const { mutate, isPending, error } = useWrite(updateSequence, ['sequence']);
  const mayWrite = can('followups:write');
  const show = () => {
    setBase(sequence);
    setSteps(sequence.steps.map(stepDraft));
    setSettings(settingsOf(sequence));
    setChanged(false);
  };
  // What somebody else has saved is shown, unless it would replace what was begun here.
  if (base.updatedAt !== sequence.updatedAt && !isChanged) show();
  const change = (next: StepDraft[]) => {
    setSteps(next);
    setChanged(true);
  };
  const save = (anyway = false) => {
    const { name, agentId, maxAttempts, reactivateAgent } = settings;
    const input = {
      name,
      reactivateAgent,
      agentId: agentId || null,
      steps: steps.map(inputOf),
      maxAttempts: maxAttempts === '' ? null : Number(maxAttempts),
    };
    const since = anyway ? null : base.updatedAt;
    const onSuccess = () => {
      setChanged(false);
      toast(words.saved);
    };
    mutate({ workspaceId, sequenceId: sequence.id, input, since }, { onSuccess });
  };
  return (
    <div className={`grid start ${styles.editor}`}>
      <AskBeforeLeaving when={isChanged && !isPending} />
      <fieldset className="min-w-0 no-margin no-padding borderless" disabled={!mayWrite}>
        <legend className="visually-hidden">{t.steps}</legend>
        {steps.length === 0 && <p className="muted mb-12">{t.noSteps}</p>}
        <ol>
          {steps.map((step, index) => (
            <StepCard
              key={step.key}
              step={step}
              index={index}
              steps={steps}
              choices={choices}
              onChange={change}
              error={error}
            />
          ))}
        </ol>
        {mayWrite && (
          <Button icon="plus" disabled={steps.length >= 50} onClick={() => change([...steps, newStep(steps)])}>
            {t.addStep}
          </Button>
        )}
      </fieldset>
      <SettingsCard
        value={settings}
        choices={choices}
        disabled={!mayWrite}
        error={error}
        onChange={(changes) => {
          setSettings({ ...settings, ...changes });
          setChanged(true);
        }}
      />
      {mayWrite && isChanged && (
        <div className={`row wrap gap-10 border round-large raised ${styles.save}`} role="status">
          {isOutdated(error) ? (
            <ConflictNotice busy={isPending} onSaveAnyway={() => save(true)} />
          ) : (
            error && <ErrorNotice error={error} />
          )}
          <span>{t.unsaved}</span>
          <Button onClick={show}>{t.discard}</Button>
          <Button look="primary" busy={isPending} onClick={() => save()}>
            {words.save}
          </Button>
        </div>
      )}
    </div>
  );
}

interface SettingsCardProps {
  value: Settings;
  choices: Choices;
  disabled: boolean;
  error: unknown;
  onChange: (changes: Partial<Settings>) => void;
}

function SettingsCard({ value, choices, disabled, error, onChange }: SettingsCardProps) {
  const t = useTexts(sequencesTexts);
  const words = useTexts(customers);
  return (
    <Card title={t.settings}>
      <fieldset className="min-w-0 no-margin no-padding borderless" disabled={disabled}>
        <legend className="visually-hidden">{t.settings}</legend>
        <Field label={t.name} error={fieldError(error, 'name')}>
          <Input value={value.name} maxLength={120} onChange={({ target }) => onChange({ name: target.value })} />
        </Field>
        <Field label={words.agent} error={fieldError(error, 'agentId')}>
          <Select
            value={value.agentId}
            options={[
              { value: '', label: t.allAgents },
              ...choices.agents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(agentId) => onChange({ agentId })}
          />
        </Field>
        <Field label={t.maxAttempts} hint={t.maxAttemptsHint} error={fieldError(error, 'maxAttempts')}>
          <Input
            type="number"
            min={1}
            max={20}
            value={value.maxAttempts}
            onChange={({ target }) => onChange({ maxAttempts: target.value })}
          />
        </Field>
        <Check
          label={t.reactivate}
          checked={value.reactivateAgent}
          disabled={disabled}
          onChange={(reactivateAgent) => onChange({ reactivateAgent })}
        />
      </fieldset>
    </Card>
  );
}
