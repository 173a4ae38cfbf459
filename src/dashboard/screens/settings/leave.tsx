import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { Card } from '../../ui/page';
import { common } from '../../ui/texts';
import { StoppingOfMember, useToastPaused } from '../../workspace/stopping';
import { findWorkspace } from '../../workspace/workspace';
import { texts } from './texts';

const leaveWorkspace = graphql(`
  mutation LeaveWorkspace($workspaceId: ID!) {
    leaveWorkspace(workspaceId: $workspaceId) {
      deletedId
      paused {
        flows
        webhooks
      }
    }
  }
`);

const deleteWorkspace = graphql(`
  mutation DeleteWorkspace($workspaceId: ID!) {
    deleteWorkspace(workspaceId: $workspaceId) {
      deletedId
    }
  }
`);

/** Leaving the workspace, and deleting it. */
export function Leave({ workspace }: { workspace: { id: string; name: string; role: string } }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'leave' | 'delete' | null>(null);
  const [typed, setTyped] = useState('');
  const leave = useWrite(leaveWorkspace, ['workspace']);
  const remove = useWrite(deleteWorkspace, ['workspace']);
  const toastPaused = useToastPaused();
  const { data: frame } = useRead(findWorkspace, { id: workspace.id });
  const goAway = () => navigate({ to: '/', search: { all: true } });
  const workspaceId = workspace.id;
  const close = () => setDialog(null);
  return (
    <div className="mt-28">
      <Card title={t.leave} actions={<Button onClick={() => setDialog('leave')}>{t.leave}</Button>}>
        <p className="muted mb-8">{t.leaveHint}</p>
      </Card>
      {workspace.role === 'OWNER' && (
        <Card
          title={t.danger}
          actions={
            <Button look="danger" onClick={() => setDialog('delete')}>
              {words.delete}
            </Button>
          }
        >
          <p className="muted mb-8">{t.dangerHint}</p>
        </Card>
      )}
      <ConfirmDialog
        title={t.leaveTitle(workspace.name)}
        description={t.leaveHint}
        submit={t.leave}
        open={dialog === 'leave'}
        busy={leave.isPending}
        error={leave.error}
        onClose={close}
        onSubmit={() =>
          leave.mutate(
            { workspaceId },
            {
              onSuccess: ({ leaveWorkspace: { paused } }) => {
                toastPaused(paused);
                void goAway();
              },
            },
          )
        }
      >
        {dialog === 'leave' && frame && <StoppingOfMember userId={frame.me.id} />}
      </ConfirmDialog>
      <FormDialog
        title={t.dangerTitle(workspace.name)}
        description={t.dangerHint}
        look="danger"
        submit={words.delete}
        open={dialog === 'delete'}
        busy={remove.isPending}
        error={remove.error}
        disabled={typed !== workspace.name}
        onClose={close}
        onSubmit={() => remove.mutate({ workspaceId }, { onSuccess: goAway })}
      >
        <Field label={t.typeName(workspace.name)}>
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </FormDialog>
    </div>
  );
}
