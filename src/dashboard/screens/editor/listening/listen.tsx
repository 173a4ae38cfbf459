import { useState } from 'react';
import { graphql } from '../../../api/graphql';
import { useWrite } from '../../../api/query';
import { minuteTime } from '../../../i18n/format';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { JsonView } from '../../../ui/json-view';
import { ErrorNotice, Notice } from '../../../ui/notice';
import { toast, toastError } from '../../../ui/toast';
import type { FlowNode } from '../flow-content';
import styles from '../panel.module.css';
import { useEditor } from '../use-editor';
import { listeningTexts } from './texts';
import { isWaiting, type TestCall, useTestCalls } from './use-test-calls';

const listenForTestCall = graphql(`
  mutation EditorListen($workspaceId: ID!, $flowId: ID!, $input: ListenForTestCallInput!) {
    listenForTestCall(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      nodeId
    }
  }
`);

const deleteTestCall = graphql(`
  mutation EditorDeleteTestCall($workspaceId: ID!, $flowId: ID!, $nodeId: String!, $keepSample: Boolean) {
    deleteTestCall(workspaceId: $workspaceId, flowId: $flowId, nodeId: $nodeId, keepSample: $keepSample) {
      deletedId
    }
  }
`);

/** Waits for one test call of a webhook or form, published or not, and shows what came: the sample of the trigger. */
export function Listen({ node }: { node: FlowNode }) {
  const t = useTexts(listeningTexts);
  const { canWrite } = useEditor();
  const { begin, stop, busy, error } = useListening(node.id);
  const call = useTestCalls().get(node.id);
  const waits = call !== undefined && isWaiting(call);
  if (!canWrite && !call?.receivedAt) return null;
  return (
    <section className={styles.listen} aria-label={t.testCall}>
      <h2>{t.testCall}</h2>
      {!waits && !call?.receivedAt && (
        <p className={styles.muted}>{node.type === 'trigger.form' ? t.formHint : t.hint}</p>
      )}
      {waits && <Waiting call={call} />}
      {call?.expiresAt && !waits && <Notice tone="warning">{t.expired}</Notice>}
      {error ? <ErrorNotice error={error} /> : null}
      {canWrite && (
        <div className={styles.listenButtons}>
          {waits ? (
            <>
              <Button
                size="small"
                icon="refresh"
                busy={busy}
                onClick={() => void begin().then((is) => is && toast(t.updated))}
              >
                {t.update}
              </Button>
              <Button size="small" icon="stop" disabled={busy} onClick={() => void stop(true)}>
                {t.stop}
              </Button>
            </>
          ) : (
            <Button size="small" icon="bolt" busy={busy} onClick={() => void begin()}>
              {call ? t.again : t.listen}
            </Button>
          )}
        </div>
      )}
      {call?.receivedAt && <Received call={call} />}
      {call?.receivedAt && canWrite && (
        <Button
          size="small"
          look="quiet"
          icon="trash"
          disabled={busy}
          onClick={() => void stop(false).then((is) => is && toast(t.sampleDeleted))}
        >
          {t.deleteSample}
        </Button>
      )}
    </section>
  );
}

/** Begins and ends the waiting of a trigger. Both return whether they succeeded. */
function useListening(nodeId: string) {
  const { flow, workspaceId, flush } = useEditor();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { mutateAsync: listen } = useWrite(listenForTestCall, ['test_call']);
  const { mutateAsync: remove } = useWrite(deleteTestCall, ['test_call']);
  const begin = async (): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      // The server listens as the draft says.
      await flush();
      await listen({ workspaceId, flowId: flow.id, input: { nodeId } });
      return true;
    } catch (thrown) {
      setError(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const stop = async (keepSample: boolean): Promise<boolean> => {
    setError(null);
    try {
      await remove({ workspaceId, flowId: flow.id, nodeId, keepSample });
      return true;
    } catch (thrown) {
      toastError(thrown);
      return false;
    }
  };
  return { begin, stop, busy, error };
}

function Waiting({ call: { type, url, expiresAt } }: { call: TestCall }) {
  const t = useTexts(listeningTexts);
  return (
    <>
      <p role="status" className={styles.waiting}>
        {t.waiting(minuteTime(expiresAt ?? ''))}
      </p>
      {url && (
        <div className={styles.url}>
          <span>{t.testUrl}</span>
          <div>
            <code>{url}</code>
            <CopyButton text={url} />
          </div>
        </div>
      )}
      {url && type === 'form' && (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            {t.openForm}
          </a>
        </p>
      )}
    </>
  );
}

function Received({ call: { receivedAt, triggerData, request } }: { call: TestCall }) {
  const t = useTexts(listeningTexts);
  return (
    <>
      <Notice tone="success" title={t.received(minuteTime(receivedAt ?? ''))}>
        {t.isSample}
      </Notice>
      <h3>{t.triggerData}</h3>
      <JsonView value={triggerData ?? null} />
      {request && (
        <details>
          <summary>{t.request}</summary>
          <JsonView value={request} openTo={1} />
        </details>
      )}
    </>
  );
}
