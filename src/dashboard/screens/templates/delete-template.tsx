import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmWrite } from '../../workspace/confirm-write';
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
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button icon="trash" onClick={() => setAsked(true)}>
        {t.delete}
      </Button>
      <ConfirmWrite
        operation={deleteTemplate}
        variables={{ templateId: id }}
        changes={['template']}
        title={t.deleteTitle(name)}
        description={t.deleteText}
        submit={t.delete}
        open={isAsked}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
