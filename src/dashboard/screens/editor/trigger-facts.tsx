import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { minuteTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ConfirmDialog } from '../../ui/dialog';
import { toast, toastError } from '../../ui/toast';
import type { FlowNode } from './flow-content';
import { CronHelper } from './form/cron-helper';
import { Listen } from './listening/listen';
import styles from './panel.module.css';
import { texts } from './texts';
import { useEditor } from './use-editor';

const regenerateToken = graphql(`
  mutation EditorRegenerateToken($workspaceId: ID!, $flowId: ID!, $nodeId: String) {
    regenerateWebhookToken(workspaceId: $workspaceId, flowId: $flowId, nodeId: $nodeId) {
      id
      triggers {
        nodeId
        webhookUrl
        formUrl
      }
    }
  }
`);

/** What a trigger has since it was published: the URL of a webhook, the next time of a schedule. */
export function TriggerFacts({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { flow } = useEditor();
  const nextText = node.type === 'trigger.schedule' ? t.nextStart : t.nextPoll;
  const published = flow.triggers.find(({ nodeId }) => nodeId === node.id);
  if (node.type === 'trigger.webhook')
    return (
      <>
        <WebhookUrl nodeId={node.id} url={published?.webhookUrl} isPublished={published?.type === 'webhook'} />
        <Listen key={node.id} node={node} />
      </>
    );
  if (node.type === 'trigger.form') {
    const url = published?.formUrl;
    return (
      <>
        <WebhookUrl nodeId={node.id} url={url} isPublished={published?.type === 'form'} label={t.formUrl} />
        {url && (
          <p>
            <a href={url} target="_blank" rel="noreferrer">
              {t.formPreview}
            </a>
          </p>
        )}
        <Listen key={node.id} node={node} />
      </>
    );
  }
  return (
    <>
      {node.type === 'trigger.schedule' && <CronHelper node={node} />}
      {published?.failingSince && (
        <p className={styles.issue}>
          {t.pollFailing(published.failureMessage ?? '', minuteTime(published.failingSince))}
        </p>
      )}
      {published?.polledAt && <p className={styles.muted}>{t.polledAt(minuteTime(published.polledAt))}</p>}
      {published?.nextAt && <p className={styles.muted}>{nextText(minuteTime(published.nextAt))}</p>}
    </>
  );
}

interface WebhookUrlProps {
  nodeId: string;
  url: string | null | undefined;
  isPublished: boolean;
  label?: string;
}

function WebhookUrl({ nodeId, url, isPublished, label }: WebhookUrlProps) {
  const t = useTexts(texts);
  const { canWrite } = useEditor();
  return (
    <div className={styles.url}>
      <span>{label ?? t.webhookUrl}</span>
      {url ? (
        <div>
          <code>{url}</code>
          <CopyButton text={url} />
        </div>
      ) : (
        <p className={styles.muted}>{isPublished ? t.webhookUrlHidden : t.webhookUrlLater}</p>
      )}
      {url && canWrite && <ReplaceToken nodeId={nodeId} />}
    </div>
  );
}

function ReplaceToken({ nodeId }: { nodeId: string }) {
  const t = useTexts(texts);
  const { flow, workspaceId, loadDetails } = useEditor();
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending, error } = useWrite(regenerateToken, ['flow']);
  const done = () => {
    setAsked(false);
    toast(t.tokenReplaced);
    void loadDetails(flow.version).catch(toastError);
  };
  return (
    <>
      <Button size="small" look="quiet" icon="refresh" onClick={() => setAsked(true)}>
        {t.replaceToken}
      </Button>
      <ConfirmDialog
        title={t.replaceToken}
        description={t.replaceTokenText}
        submit={t.replaceToken}
        open={isAsked}
        busy={isPending}
        error={error}
        onClose={() => setAsked(false)}
        onSubmit={() => mutate({ workspaceId, flowId: flow.id, nodeId }, { onSuccess: done })}
      />
    </>
  );
}
