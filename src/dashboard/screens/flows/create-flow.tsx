import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTranslatedTemplates } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ChooseFiles } from '../../ui/choose-files';
import { Dialog } from '../../ui/dialog';
import { Field, fieldError, Input } from '../../ui/field';
import { ErrorNotice } from '../../ui/notice';
import { toast } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './flows.module.css';
import { listRecipes, useRecipe } from './recipes';
import { texts } from './texts';

const createFlow = graphql(`
  mutation FlowsCreate($workspaceId: ID!, $input: CreateFlowInput!) {
    createFlow(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const importFlow = graphql(`
  mutation FlowsImport($workspaceId: ID!, $input: ImportFlowInput!) {
    importFlow(workspaceId: $workspaceId, input: $input) {
      flow {
        id
        name
      }
      issues {
        message
      }
    }
  }
`);

/** A new flow: empty, from a template, or from a file. */
export function CreateFlow({ folderId, onClose }: { folderId: string | null; onClose: () => void }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [fileError, setFileError] = useState<unknown>(null);
  const create = useWrite(createFlow, ['flow', 'folder']);
  const load = useWrite(importFlow, ['flow', 'folder']);
  const { data } = useRead(listRecipes, { id: workspaceId });
  const templates = useTranslatedTemplates(data?.workspace.templates?.items);
  const recipe = useRecipe(folderId);
  const open = (id: string) => {
    onClose();
    void navigate({ to: `/w/${workspaceId}/flows/${id}` });
  };
  const submit = () =>
    create.mutate(
      { workspaceId, input: { name: name.trim() || t.untitled, folderId } },
      { onSuccess: ({ createFlow: made }) => open(made.id) },
    );
  const choose = async (file: File | undefined) => {
    const text = await file?.text();
    if (!text) return;
    setFileError(null);
    try {
      load.mutate(
        { workspaceId, input: { file: JSON.parse(text), folderId } },
        {
          onSuccess: ({ importFlow: { flow, issues } }) => {
            toast(issues.length === 0 ? t.imported(flow.name) : t.importedWith(flow.name, issues.length));
            open(flow.id);
          },
        },
      );
    } catch {
      setFileError(new Error(t.noFile));
    }
  };
  const error = create.error ?? load.error ?? fileError ?? recipe.error;
  return (
    <Dialog open wide title={t.create} onClose={onClose}>
      <form
        className={`flex wrap gap-10 ${styles.createForm}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t.name} error={fieldError(create.error, 'name')}>
          <Input
            autoFocus
            value={name}
            maxLength={200}
            placeholder={t.untitled}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" look="primary" icon="plus" busy={create.isPending}>
          {t.createEmpty}
        </Button>
        <ChooseFiles
          label={t.importFile}
          icon="upload"
          accept="application/json,.json"
          onChoose={([file]) => void choose(file)}
        />
      </form>
      {error ? <ErrorNotice error={error} /> : null}
      <h3 className={styles.or}>{t.fromTemplate}</h3>
      <ul className={`grid gap-10 ${styles.recipes}`}>
        {templates?.map(({ id, name: title, description, category }) => (
          <li key={id}>
            <button
              className="stack w-full h-full gap-3 text-left pointer border round surface py-12 px-14"
              type="button"
              disabled={recipe.isBusy}
              onClick={() => recipe.use(id)}
            >
              <strong>{title}</strong>
              <span className="muted small">{description}</span>
              {category && <small>{category}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
