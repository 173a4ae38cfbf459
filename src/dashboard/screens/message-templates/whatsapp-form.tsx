import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Field, fieldError, Input, Select } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { TagsInput } from '../customers/tags-input';
import { customers } from '../customers/texts';
import { BodyField } from './body-field';
import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  updateWhatsappTemplate,
  type WhatsappTemplate,
} from './queries';
import { type FormProps, TemplateDialog } from './template-dialog';
import { templateTexts } from './texts';

const statuses = ['draft', 'pending', 'approved', 'rejected'] as const;

/** Creates or edits the template of a WhatsApp message, as it was submitted to WhatsApp. */
export function WhatsappForm({ template, onClose, onCreated }: FormProps<WhatsappTemplate>) {
  const t = useTexts(templateTexts);
  const words = useTexts(customers);
  const { saved } = useTexts(common);
  const workspaceId = useWorkspaceId();
  const mayWrite = useCan()('whatsappTemplates:write');
  const [draft, setDraft] = useState(() => draftOf(template));
  const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const creation = useWrite(createWhatsappTemplate, ['template']);
  const change = useWrite(updateWhatsappTemplate, ['template']);
  const deletion = useWrite(deleteWhatsappTemplate, ['template', 'campaign']);
  const saving = template ? change : creation;
  const close = (text: string) => () => {
    toast(text);
    onClose();
  };
  const save = (since: string | null) => {
    const input = { ...draft, language: draft.language.trim() || null };
    if (template) return change.mutate({ workspaceId, id: template.id, input, since }, { onSuccess: close(saved) });
    const onSuccess = (made: { saved: { id: string } }) => {
      if (draft.status === 'approved') onCreated?.(made.saved.id);
      close(saved)();
    };
    creation.mutate({ workspaceId, input }, { onSuccess });
  };
  const addVariable = (field: string, insert: (placeholder: string) => string) => {
    const variables = [...new Set([...draft.variables, field])];
    set({ variables, body: insert(`{{${variables.indexOf(field) + 1}}}`) });
  };
  return (
    <TemplateDialog
      template={template}
      mayWrite={mayWrite}
      saving={saving}
      deletion={deletion}
      onClose={onClose}
      isComplete={draft.name.trim() !== '' && draft.body.trim() !== ''}
      onSave={save}
      onDelete={() =>
        template && deletion.mutate({ workspaceId, id: template.id }, { onSuccess: close(words.deleted) })
      }
    >
      <Field label={t.name} hint={t.whatsappName} error={fieldError(saving.error, 'name')}>
        <Input value={draft.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label={t.language} hint={t.languageHint} error={fieldError(saving.error, 'language')}>
        <Input value={draft.language} maxLength={35} onChange={({ target }) => set({ language: target.value })} />
      </Field>
      <BodyField
        value={draft.body}
        error={fieldError(saving.error, 'body')}
        onChange={(body) => set({ body })}
        onField={addVariable}
      />
      <Field label={t.variables} hint={t.variablesHint} error={fieldError(saving.error, 'variables')}>
        <TagsInput value={draft.variables} onChange={(variables) => set({ variables })} />
      </Field>
      <Field label={words.status} hint={t.whatsappStatus}>
        <Select
          value={draft.status}
          options={statuses.map((value) => ({ value, label: t[`status_${value}`] }))}
          onChange={(status) => set({ status })}
        />
      </Field>
    </TemplateDialog>
  );
}

function draftOf(template: WhatsappTemplate | undefined) {
  const { name = '', body = '', variables = [], language, status = 'draft' } = template ?? {};
  return { name, body, variables, language: language ?? '', status };
}
