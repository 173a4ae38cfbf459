import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Card } from '../../ui/page';
import { toast, toastError } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import styles from './home.module.css';
import { Recipes } from './recipes';
import { texts } from './texts';

const findDemo = graphql(`
  query HomeDemoFlow($id: ID!) {
    workspace(id: $id) {
      flows(tag: "demo", limit: 1) {
        items {
          id
          name
        }
      }
    }
  }
`);

const runDemo = graphql(`
  mutation HomeRunDemo($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) {
    triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      executionId
    }
  }
`);

const hiddenAt = 'workspace-automation-first-steps-hidden';

/** What a new user does first. It can be hidden for good. */
export function FirstSteps() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const can = useCan();
  const navigate = useNavigate();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenAt) !== null);
  const { data } = useRead(findDemo, { id }, { enabled: !isHidden, live: ['flow'] });
  const { mutate, isPending } = useWrite(runDemo, ['execution']);
  const demo = data?.workspace.flows?.items[0];
  if (isHidden) return null;
  const hide = () => {
    localStorage.setItem(hiddenAt, 'true');
    setHidden(true);
  };
  const run = () =>
    demo &&
    mutate(
      { workspaceId: id, flowId: demo.id, input: { triggerData: { customer: 'Ada', amount: 250 } } },
      {
        onSuccess: ({ triggerFlow: { executionId } }) => {
          toast(t.started);
          void navigate({ to: `/w/${id}/executions/${executionId}` as string });
        },
        onError: toastError,
      },
    );
  const go = (path: string, label: string) => (
    <Link className={`bold mt-8 ${styles.go}`} to={`/w/${id}/${path}` as string}>
      {label}
    </Link>
  );
  return (
    <>
      <Card title={t.startTitle} actions={<IconButton icon="close" size="small" label={t.startDone} onClick={hide} />}>
        <ol className="columns-360 gap-16">
          {demo && can('flows:execute') && (
            <Step icon="play" title={t.startRun} hint={t.startRunHint}>
              <Button look="primary" size="small" busy={isPending} onClick={run}>
                {t.startRunAction}
              </Button>
            </Step>
          )}
          {can('flows:write') && (
            <Step icon="flow" title={t.startBuild} hint={t.startBuildHint}>
              {go('flows', t.startBuildAction)}
            </Step>
          )}
          <Step icon="link" title={t.startConnect} hint={t.startConnectHint}>
            {go('api', t.startConnectAction)}
          </Step>
          {can('members:manage') && (
            <Step icon="people" title={t.startInvite} hint={t.startInviteHint}>
              {go('members', t.startInviteAction)}
            </Step>
          )}
        </ol>
      </Card>
      <Recipes />
    </>
  );
}

function Step({ icon, title, hint, children }: { icon: IconName; title: string; hint: string; children: ReactNode }) {
  return (
    <li className={`flex gap-12 ${styles.step}`}>
      <span className={`centred rigid chosen ${styles.stepIcon}`}>
        <Icon name={icon} />
      </span>
      <div>
        <h3 className="mb-2">{title}</h3>
        <p className="muted">{hint}</p>
        {children}
      </div>
    </li>
  );
}
