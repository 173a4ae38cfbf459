import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './board.module.css';
import type { Pipeline } from './queries';
import { pipelineTexts } from './texts';

const createPipeline = graphql(`
  mutation PipelineCreate($workspaceId: ID!, $input: CreatePipelineInput!) {
    createPipeline(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const updatePipeline = graphql(`
  mutation PipelineUpdate($workspaceId: ID!, $pipelineId: ID!, $input: UpdatePipelineInput!, $since: DateTime) {
    updatePipeline(workspaceId: $workspaceId, pipelineId: $pipelineId, input: $input, ifUnmodifiedSince: $since) {
      id
    }
  }
`);

const deletePipeline = graphql(`
  mutation PipelineDelete($workspaceId: ID!, $pipelineId: ID!) {
    deletePipeline(workspaceId: $workspaceId, pipelineId: $pipelineId) {
      deletedId
    }
  }
`);

interface StageDraft {
  /** Known for stages that exist. */
  id?: string;
  row: number;
  name: string;
  probability: string;
}

interface PipelineFormProps {
  pipeline?: Pipeline;
  onClose: () => void;
  onCreated: (pipelineId: string) => void;
}

const stageOf = (row: number, name = ''): StageDraft => ({ row, name, probability: '' });

/** Creates or edits a pipeline with its stages. */
export function PipelineForm({ pipeline, onClose, onCreated }: PipelineFormProps) {
  const t = useTexts(pipelineTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const [name, setName] = useState(pipeline?.name ?? '');
  const [isDeleting, setDeleting] = useState(false);
  const [stages, setStages] = useState<StageDraft[]>(
    () =>
      pipeline?.stages.map(({ key, name: stage, probability }, row) => ({
        id: key,
        row,
        name: stage,
        probability: probability == null ? '' : String(probability),
      })) ?? [0, 1, 2].map((row) => stageOf(row)),
  );
  const creation = useWrite(createPipeline, ['opportunity']);
  const change = useWrite(updatePipeline, ['opportunity']);
  const { error, isPending } = pipeline ? change : creation;
  const submit = () => {
    const named = stages.filter((stage) => stage.name.trim());
    const input = {
      name,
      stages: named.map(({ id, name: stage, probability }, order) => ({
        name: stage.trim(),
        order,
        probability: probability === '' ? null : Number(probability),
        ...(id && { id }),
      })),
    };
    if (pipeline) {
      const onSuccess = () => {
        toast(words.saved);
        onClose();
      };
      return change.mutate({ workspaceId, pipelineId: pipeline.id, input, since: pipeline.updatedAt }, { onSuccess });
    }
    creation.mutate(
      { workspaceId, input },
      {
        onSuccess: ({ createPipeline: { id } }) => {
          onClose();
          onCreated(id);
        },
      },
    );
  };
  if (isDeleting && pipeline) {
    return (
      <ConfirmWrite
        operation={deletePipeline}
        variables={{ pipelineId: pipeline.id }}
        changes={['opportunity']}
        title={t.deleteTitle(pipeline.name)}
        description={t.deleteHint}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={pipeline ? t.editPipeline : t.createPipeline}
      open
      onClose={onClose}
      submit={pipeline ? words.save : words.create}
      busy={isPending}
      error={error}
      disabled={name.trim() === ''}
      onSubmit={submit}
    >
      <Field label={t.pipelineName} error={fieldError(error, 'name')}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Stages stages={stages} onChange={setStages} />
      {pipeline && (
        <Button size="small" look="quiet" icon="trash" onClick={() => setDeleting(true)}>
          {words.delete}
        </Button>
      )}
    </FormDialog>
  );
}

function Stages({ stages, onChange }: { stages: StageDraft[]; onChange: (stages: StageDraft[]) => void }) {
  const t = useTexts(pipelineTexts);
  const set = (row: number, changes: Partial<StageDraft>) =>
    onChange(stages.map((stage) => (stage.row === row ? { ...stage, ...changes } : stage)));
  const swap = (index: number, other: number) => {
    const next = [...stages];
    [next[index], next[other]] = [next[other] as StageDraft, next[index] as StageDraft];
    onChange(next);
  };
  return (
    <fieldset className="min-w-0 no-padding no-margin mb-14 borderless">
      <legend className="bold no-padding mb-6">{t.stages}</legend>
      {stages.map((stage, index) => (
        <div key={stage.row} className={`grid gap-6 mb-8 ${styles.stage}`}>
          <Input
            aria-label={`${t.stageName} ${index + 1}`}
            placeholder={t.stageName}
            maxLength={200}
            value={stage.name}
            onChange={(event) => set(stage.row, { name: event.target.value })}
          />
          <Input
            type="number"
            min={0}
            max={100}
            aria-label={`${t.probability} ${index + 1}`}
            placeholder="%"
            value={stage.probability}
            onChange={(event) => set(stage.row, { probability: event.target.value })}
          />
          <IconButton
            icon="chevronDown"
            className={styles.up}
            label={t.stageUp(stage.name)}
            disabled={index === 0}
            onClick={() => swap(index, index - 1)}
          />
          <IconButton
            icon="chevronDown"
            label={t.stageDown(stage.name)}
            disabled={index === stages.length - 1}
            onClick={() => swap(index, index + 1)}
          />
          <IconButton
            icon="trash"
            label={t.removeStage(stage.name)}
            onClick={() => onChange(stages.filter(({ row }) => row !== stage.row))}
          />
        </div>
      ))}
      <Button
        size="small"
        look="quiet"
        icon="plus"
        onClick={() => onChange([...stages, stageOf(Math.max(-1, ...stages.map(({ row }) => row)) + 1)])}
      >
        {t.addStage}
      </Button>
    </fieldset>
  );
}
