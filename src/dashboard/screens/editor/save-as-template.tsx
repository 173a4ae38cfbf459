import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input, TextArea } from '../../ui/field';
import { toast } from '../../ui/toast';
import { openDialog } from './editor-state';
import { inputOf } from './flow-content';
import { texts } from './texts';
import { useEditor } from './use-editor';

const createTemplate = graphql(`
  mutation EditorCreateTemplate($workspaceId: ID!, $input: CreateFlowTemplateInput!) {
    createFlowTemplate(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

/** Keeps the flow as a template of the workspace. */
export function SaveAsTemplate() {
  const t = useTexts(texts);
  const { flow, workspaceId, now, change } = useEditor();
  const onClose = () => change(openDialog, null);
  const [name, setName] = useState(flow.name);
  const [description, setDescription] = useState(flow.description);
  const [category, setCategory] = useState('');
  const { mutate, isPending, error } = useWrite(createTemplate, ['template']);
  const submit = () =>
    mutate(
      { workspaceId, input: { name, description, category, tags: flow.tags, ...inputOf(now().content) } },
      {
        onSuccess: () => {
          toast(t.templateSaved);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t.saveAsTemplate}
      open
      onClose={onClose}
      submit={t.saveDetails}
      busy={isPending}
      error={error}
      disabled={name.trim() === ''}
      onSubmit={submit}
    >
      <Field label={t.name} error={fieldError(error, 'name')}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t.description} error={fieldError(error, 'description')}>
        <TextArea value={description} maxLength={5_000} onChange={(event) => setDescription(event.target.value)} />
      </Field>
      <Field label={t.categoryLabel} hint={t.categoryHint} error={fieldError(error, 'category')}>
        <Input value={category} maxLength={100} onChange={(event) => setCategory(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
