import { useState } from 'react';
import { useWrite } from '../../api/query';
import type { OpportunityStatus } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input, Select } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { useStatusText } from '../customers/badges';
import { ConflictNotice, isOutdated } from '../customers/conflict-notice';
import { ContactPicker, type PickedContact } from '../customers/contact-picker';
import { AssigneeSelect } from '../customers/members';
import { customers } from '../customers/texts';
import { createOpportunity, deleteOpportunity, type Opportunity, type Pipeline, updateOpportunity } from './queries';
import { pipelineTexts } from './texts';

interface OpportunityFormProps {
  pipelines: readonly Pipeline[];
  pipelineId: string;
  opportunity?: Opportunity;
  onClose: () => void;
}

interface Draft {
  name: string;
  contact: PickedContact | null;
  pipelineId: string;
  stageId: string;
  status: OpportunityStatus;
  value: string;
  currency: string;
  closeDate: string;
  assignedTo: string | null;
}

/** Creates or edits an opportunity. */
export function OpportunityForm({ pipelines, pipelineId, opportunity, onClose }: OpportunityFormProps) {
  const t = useTexts(pipelineTexts);
  const words = useTexts(common);
  const { deleted } = useTexts(customers);
  const mayWrite = useCan()('pipelines:write');
  const workspaceId = useWorkspaceId();
  const stages = pipelines.find(({ id }) => id === pipelineId)?.stages ?? [];
  const [draft, setDraft] = useState<Draft>(() => draftOf(opportunity, pipelineId, stages[0]?.key ?? ''));
  const [isDeleting, setDeleting] = useState(false);
  const creation = useWrite(createOpportunity, ['opportunity']);
  const change = useWrite(updateOpportunity, ['opportunity']);
  const { error, isPending } = opportunity ? change : creation;
  const submit = (anyway = false) => {
    const onSuccess = () => {
      toast(words.saved);
      onClose();
    };
    const input = inputOf(draft);
    if (!opportunity) return creation.mutate({ workspaceId, input }, { onSuccess });
    const since = anyway ? null : opportunity.updatedAt;
    change.mutate({ workspaceId, opportunityId: opportunity.id, input, since }, { onSuccess });
  };
  if (isDeleting && opportunity) {
    return (
      <ConfirmWrite
        operation={deleteOpportunity}
        variables={{ opportunityId: opportunity.id }}
        changes={['opportunity']}
        title={t.deleteTitle(opportunity.name)}
        description={t.deleteHint}
        said={deleted}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={opportunity ? (mayWrite ? t.edit : opportunity.name) : t.create}
      open
      onClose={onClose}
      submit={opportunity ? words.save : words.create}
      busy={isPending}
      error={isOutdated(error) ? null : error}
      disabled={draft.name.trim() === ''}
      readOnly={mayWrite ? undefined : words.readOnly}
      onSubmit={() => submit()}
    >
      <Fields draft={draft} set={(changes) => setDraft({ ...draft, ...changes })} error={error} pipelines={pipelines} />
      {isOutdated(error) && <ConflictNotice busy={isPending} onSaveAnyway={() => submit(true)} />}
      {opportunity && mayWrite && (
        <Button size="small" look="quiet" icon="trash" onClick={() => setDeleting(true)}>
          {words.delete}
        </Button>
      )}
    </FormDialog>
  );
}

function draftOf(opportunity: Opportunity | undefined, pipelineId: string, firstStage: string): Draft {
  return {
    name: opportunity?.name ?? '',
    contact: opportunity?.contact ?? null,
    pipelineId,
    stageId: opportunity?.stageId ?? firstStage,
    status: opportunity?.status ?? 'open',
    value: opportunity?.value ?? '',
    currency: opportunity?.currency ?? 'EUR',
    closeDate: opportunity?.expectedCloseDate ?? '',
    assignedTo: opportunity?.assignedTo ?? null,
  };
}

function inputOf({ contact, closeDate, value, currency, ...rest }: Draft) {
  return {
    ...rest,
    contactId: contact?.id ?? null,
    value: value.trim().replace(',', '.') || null,
    currency: currency.trim().toUpperCase() || null,
    expectedCloseDate: closeDate || null,
  };
}

interface FieldsProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  error: unknown;
  pipelines: readonly Pipeline[];
}

function Fields({ draft, set, error, pipelines }: FieldsProps) {
  const t = useTexts(pipelineTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  const stages = pipelines.find(({ id }) => id === draft.pipelineId)?.stages ?? [];
  return (
    <>
      <Field label={t.name} error={fieldError(error, 'name')}>
        <Input value={draft.name} maxLength={200} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label={words.contact} error={fieldError(error, 'contactId')}>
        <ContactPicker value={draft.contact} onChange={(contact) => set({ contact })} />
      </Field>
      <div className="halves gap-x-14">
        <Field label={t.pipeline}>
          <Select
            value={draft.pipelineId}
            options={pipelines.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(pipelineId) =>
              set({ pipelineId, stageId: pipelines.find(({ id }) => id === pipelineId)?.stages[0]?.key ?? '' })
            }
          />
        </Field>
        <Field label={t.stage} error={fieldError(error, 'stageId')}>
          <Select
            value={draft.stageId}
            options={stages.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(stageId) => set({ stageId })}
          />
        </Field>
        <Field label={t.value} error={fieldError(error, 'value')}>
          <Input inputMode="decimal" value={draft.value} onChange={(event) => set({ value: event.target.value })} />
        </Field>
        <Field label={t.currency} error={fieldError(error, 'currency')}>
          <Input maxLength={3} value={draft.currency} onChange={(event) => set({ currency: event.target.value })} />
        </Field>
        <Field label={t.closeDate} error={fieldError(error, 'expectedCloseDate')}>
          <Input type="date" value={draft.closeDate} onChange={(event) => set({ closeDate: event.target.value })} />
        </Field>
        <Field label={words.status}>
          <Select
            value={draft.status}
            options={(['open', 'won', 'lost'] as const).map((value) => ({ value, label: statusText(value) }))}
            onChange={(status) => set({ status })}
          />
        </Field>
      </div>
      <Field label={words.assignedTo} error={fieldError(error, 'assignedTo')}>
        <AssigneeSelect value={draft.assignedTo} onChange={(assignedTo) => set({ assignedTo })} />
      </Field>
    </>
  );
}
