import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const deleteTemplate = graphql(`
  mutation TemplatesDelete($workspaceId: ID!, $templateId: ID!) {
    deleteFlowTemplate(workspaceId: $workspaceId, templateId: $templateId) {
      deletedId
    }
  }
`);

/** Deletes a template of the workspace, after a question. */
export function DeleteTemplate({ id, name }: { id: string; name: string }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useWrite(deleteTemplate, ['template']);
  return (
    <>
      <Button icon="trash" onClick={() => setAsked(true)}>
        {t.delete}
      </Button>
      <ConfirmDialog
        title={t.deleteTitle(name)}
        description={t.deleteText}
        submit={t.delete}
        open={isAsked}
        busy={isPending}
        error={error}
        onClose={() => setAsked(false)}
        onSubmit={() => mutate({ workspaceId, templateId: id }, { onSuccess: () => setAsked(false) })}
      />
    </>
  );
}
