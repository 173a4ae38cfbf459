import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import type { CampaignChannel } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input, Select, TextArea } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { localTime } from '../calendar/dates';
import { ConflictNotice, isOutdated } from '../customers/conflict-notice';
import { customers } from '../customers/texts';
import { EmailForm } from '../message-templates/email-form';
import { templateTexts } from '../message-templates/texts';
import { WhatsappForm } from '../message-templates/whatsapp-form';
import { AddressNotice } from './address-notice';
import { type Audience, AudienceFields, audienceOf } from './audience';
import { type CampaignDetails, updateCampaign } from './queries';
import { campaignsTexts } from './texts';

const listTemplates = graphql(`
  query CampaignsTemplates($id: ID!) {
    workspace(id: $id) {
      emailTemplates(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
      whatsappTemplates(limit: 100, status: approved, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
    }
  }
`);

const createCampaign = graphql(`
  mutation CampaignsCreate($workspaceId: ID!, $input: CreateCampaignInput!) {
    createCampaign(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

interface Draft {
  name: string;
  channel: CampaignChannel;
  templateId: string;
  message: string;
  audience: Audience;
  scheduledAt: string;
}

interface CampaignFormProps {
  campaign?: CampaignDetails;
  onClose: () => void;
  onCreated?: (campaignId: string) => void;
}

/** Creates or edits a campaign. */
export function CampaignForm({ campaign, onClose, onCreated }: CampaignFormProps) {
  const t = useTexts(campaignsTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const [draft, setDraft] = useState<Draft>(() => draftOf(campaign));
  const creation = useWrite(createCampaign, ['campaign']);
  const change = useWrite(updateCampaign, ['campaign']);
  const { error, isPending } = campaign ? change : creation;
  const submit = (anyway = false) => {
    const input = inputOf(draft);
    if (!campaign) {
      const onSuccess = (made: { createCampaign: { id: string } }) => {
        onClose();
        onCreated?.(made.createCampaign.id);
      };
      return creation.mutate({ workspaceId, input }, { onSuccess });
    }
    const onSuccess = () => {
      toast(words.saved);
      onClose();
    };
    const since = anyway ? null : campaign.updatedAt;
    change.mutate({ workspaceId, campaignId: campaign.id, input, since }, { onSuccess });
  };
  return (
    <FormDialog
      title={campaign ? t.edit : t.create}
      open
      onClose={onClose}
      submit={campaign ? words.save : words.create}
      busy={isPending}
      error={isOutdated(error) ? null : error}
      disabled={draft.name.trim() === ''}
      onSubmit={() => submit()}
    >
      <Fields draft={draft} set={(changes) => setDraft({ ...draft, ...changes })} error={error} />
      {draft.channel === 'email' && <AddressNotice />}
      {isOutdated(error) && <ConflictNotice busy={isPending} onSaveAnyway={() => submit(true)} />}
    </FormDialog>
  );
}

function draftOf(campaign?: CampaignDetails): Draft {
  return {
    name: campaign?.name ?? '',
    channel: campaign?.channel ?? 'email',
    templateId: campaign?.templateId ?? '',
    message: campaign?.message ?? '',
    audience: audienceOf(campaign?.audience ?? {}),
    scheduledAt: campaign?.scheduledAt ? localTime(new Date(campaign.scheduledAt)) : '',
  };
}

function inputOf({ name, channel, templateId, message, audience, scheduledAt }: Draft) {
  const hasMessage = channel === 'sms' || (channel === 'whatsapp' && !templateId);
  return {
    name,
    channel,
    audience,
    templateId: channel === 'sms' ? null : templateId || null,
    message: hasMessage ? message || null : null,
    scheduledAt: scheduledAt ? new Date(scheduledAt).toISOString() : null,
    status: scheduledAt ? ('scheduled' as const) : ('draft' as const),
  };
}

interface FieldsProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  error: unknown;
}

function Fields({ draft, set, error }: FieldsProps) {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  return (
    <>
      <div className="halves gap-x-14">
        <Field label={t.name} error={fieldError(error, 'name')}>
          <Input value={draft.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        <Field label={words.channel}>
          <Select
            value={draft.channel}
            options={(['email', 'sms', 'whatsapp'] as const).map((value) => ({
              value,
              label: words[`channel_${value}`],
            }))}
            onChange={(channel) => set({ channel, templateId: '' })}
          />
        </Field>
      </div>
      <Content draft={draft} set={set} error={error} />
      <AudienceFields
        value={draft.audience}
        onChange={(audience) => set({ audience })}
        error={fieldError(error, 'audience')}
      />
      <Field label={t.scheduledAt} hint={t.scheduledHint} error={fieldError(error, 'scheduledAt')}>
        <Input
          type="datetime-local"
          value={draft.scheduledAt}
          onChange={({ target }) => set({ scheduledAt: target.value })}
        />
      </Field>
    </>
  );
}

function Content({ draft, set, error }: FieldsProps) {
  const t = useTexts(campaignsTexts);
  const id = useWorkspaceId();
  const { data } = useRead(listTemplates, { id }, { live: ['template'] });
  const templates =
    (draft.channel === 'email' ? data?.workspace.emailTemplates : data?.workspace.whatsappTemplates)?.items ?? [];
  const none = draft.channel === 'whatsapp' ? t.noApproved : t.noTemplates;
  return (
    <>
      {draft.channel !== 'sms' && (
        <Field
          label={t.template}
          error={fieldError(error, 'templateId')}
          hint={data && templates.length === 0 ? none : undefined}
        >
          <Select
            value={draft.templateId}
            options={[
              { value: '', label: t.noMessage },
              ...templates.map((template) => ({ value: template.id, label: template.name })),
            ]}
            onChange={(templateId) => set({ templateId })}
          />
        </Field>
      )}
      {draft.channel !== 'sms' && (
        <NewTemplate channel={draft.channel} onCreated={(templateId) => set({ templateId })} />
      )}
      {(draft.channel === 'sms' || (draft.channel === 'whatsapp' && draft.templateId === '')) && (
        <Field label={t.message} hint={t.messageHint} error={fieldError(error, 'message')}>
          <TextArea
            value={draft.message}
            maxLength={20_000}
            onChange={({ target }) => set({ message: target.value })}
          />
        </Field>
      )}
    </>
  );
}

/** Creates a template without leaving the campaign. */
function NewTemplate({ channel, onCreated }: { channel: 'email' | 'whatsapp'; onCreated: (id: string) => void }) {
  const t = useTexts(templateTexts);
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (!can(`${channel}Templates:write`)) return null;
  const Form = channel === 'email' ? EmailForm : WhatsappForm;
  return (
    <>
      <Button size="small" look="quiet" icon="plus" onClick={() => setOpen(true)}>
        {t.create}
      </Button>
      {isOpen && <Form onClose={() => setOpen(false)} onCreated={onCreated} />}
    </>
  );
}
