import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Field, fieldError, Input, Select } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { customers } from '../customers/texts';
import { BodyField } from './body-field';
import { createEmailTemplate, deleteEmailTemplate, type EmailTemplate, updateEmailTemplate } from './queries';
import { type FormProps, TemplateDialog } from './template-dialog';
import { templateTexts } from './texts';

const statuses = ['draft', 'active', 'archived'] as const;

/** Creates or edits the template of an email. */
export function EmailForm({ template, onClose, onCreated }: FormProps<EmailTemplate>) {
  const t = useTexts(templateTexts);
  const words = useTexts(customers);
  const { saved } = useTexts(common);
  const workspaceId = useWorkspaceId();
  const mayWrite = useCan()('emailTemplates:write');
  const [draft, setDraft] = useState(() => draftOf(template));
  const set = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes });
  const creation = useWrite(createEmailTemplate, ['template']);
  const change = useWrite(updateEmailTemplate, ['template']);
  const deletion = useWrite(deleteEmailTemplate, ['template', 'campaign']);
  const saving = template ? change : creation;
  const close = (text: string) => () => {
    toast(text);
    onClose();
  };
  const save = (since: string | null) => {
    const input = { ...draft, language: draft.language.trim() || null };
    if (template) return change.mutate({ workspaceId, id: template.id, input, since }, { onSuccess: close(saved) });
    const onSuccess = (made: { saved: { id: string } }) => {
      onCreated?.(made.saved.id);
      close(saved)();
    };
    creation.mutate({ workspaceId, input }, { onSuccess });
  };
  return (
    <TemplateDialog
      template={template}
      mayWrite={mayWrite}
      saving={saving}
      deletion={deletion}
      onClose={onClose}
      isComplete={[draft.name, draft.subject, draft.body].every((text) => text.trim() !== '')}
      onSave={save}
      onDelete={() =>
        template && deletion.mutate({ workspaceId, id: template.id }, { onSuccess: close(words.deleted) })
      }
    >
      <Field label={t.name} error={fieldError(saving.error, 'name')}>
        <Input value={draft.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label={t.subject} error={fieldError(saving.error, 'subject')}>
        <Input value={draft.subject} maxLength={500} onChange={({ target }) => set({ subject: target.value })} />
      </Field>
      <BodyField
        value={draft.body}
        hint={t.bodyHint}
        error={fieldError(saving.error, 'body')}
        further={['workspace.name']}
        onChange={(body) => set({ body })}
        onField={(field, insert) => set({ body: insert(`{{${field}}}`) })}
      />
      <Field label={t.language} hint={t.languageHint} error={fieldError(saving.error, 'language')}>
        <Input value={draft.language} maxLength={35} onChange={({ target }) => set({ language: target.value })} />
      </Field>
      <Field label={words.status}>
        <Select
          value={draft.status}
          options={statuses.map((value) => ({ value, label: t[`status_${value}`] }))}
          onChange={(status) => set({ status })}
        />
      </Field>
    </TemplateDialog>
  );
}

function draftOf(template: EmailTemplate | undefined) {
  const { name = '', subject = '', body = '', language, status = 'active' } = template ?? {};
  return { name, subject, body, language: language ?? '', status };
}
