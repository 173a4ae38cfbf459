import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import type { RunView } from './execution-reducer';
import type { Head } from './operations';
import { RetryDialog } from './retry-dialog';
import { texts } from './texts';
import { useView } from './url';

const cancelRun = graphql(`
  mutation ExecutionCancel($workspaceId: ID!, $executionId: ID!) {
    cancelExecution(workspaceId: $workspaceId, executionId: $executionId) {
      id
    }
  }
`);

/** Compare, cancel and retry. */
export function ExecutionActions({ head, run }: { head: Head; run: RunView }) {
  const t = useTexts(texts);
  const can = useCan();
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const [view, change] = useView();
  const [asked, setAsked] = useState<'cancel' | 'retry' | null>(null);
  const isOpen = run.status === 'running';
  return (
    <>
      <Button
        icon="diff"
        aria-pressed={Boolean(view.compare)}
        onClick={() => change({ compare: view.compare ? undefined : 'last' })}
      >
        {view.compare ? t.compareEnd : t.compare}
      </Button>
      {can('flows:write') && head.flow && (
        <Button
          icon="edit"
          onClick={() =>
            void navigate({ to: `/w/${workspaceId}/flows/${head.flowId}`, search: { execution: head.id } } as never)
          }
        >
          {t.editWithData}
        </Button>
      )}
      {can('flows:execute') && isOpen && (
        <Button icon="stop" onClick={() => setAsked('cancel')}>
          {t.cancel}
        </Button>
      )}
      {can('flows:execute') && !isOpen && (
        <Button look="primary" icon="refresh" onClick={() => setAsked('retry')}>
          {t.retry}
        </Button>
      )}
      <ConfirmWrite
        operation={cancelRun}
        variables={{ executionId: head.id }}
        changes={['execution', 'approval']}
        title={t.cancelAsk}
        description={t.cancelHint}
        submit={t.cancelRun}
        open={asked === 'cancel'}
        onClose={() => setAsked(null)}
      />
      {asked === 'retry' && <RetryDialog head={head} onClose={() => setAsked(null)} />}
    </>
  );
}
