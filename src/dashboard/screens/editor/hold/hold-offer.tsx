import { useMemo, useState } from 'react';
import { graphql } from '../../../api/graphql';
import { useRead } from '../../../api/query';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import styles from '../editor.module.css';
import { setSettings } from '../edits';
import { useEditor, useEditorState } from '../use-editor';
import { usualHold } from './hold-fields';
import { holdTexts } from './texts';

const causesOf = graphql(`
  query EditorFailures($id: ID!, $flowId: ID!, $from: DateTime) {
    workspace(id: $id) {
      executionErrorGroups(flowId: $flowId, from: $from, limit: 20) {
        nodeId
        code
        count
      }
    }
  }
`);

const dayMs = 86_400_000;

/** Offers to hold the flow the next time, if it has failed for one cause as often as that would take. */
export function HoldOffer() {
  const t = useTexts(holdTexts);
  const { canWrite, change, flow, workspaceId } = useEditor();
  const { settings, nodes } = useEditorState(({ content }) => content);
  const [isRefused, setRefused] = useState(false);
  const from = useMemo(() => new Date(Date.now() - dayMs).toISOString(), []);
  const isOffered = canWrite && !settings.hold && !isRefused;
  const { data } = useRead(causesOf, { id: workspaceId, flowId: flow.id, from }, { enabled: isOffered });
  const cause = (data?.workspace.executionErrorGroups ?? []).find(
    ({ nodeId, count }) => nodeId && count >= usualHold.failures,
  );
  if (!isOffered || !cause) return null;
  const named = nodes.find(({ id }) => id === cause.nodeId);
  const name = typeof named?.data.label === 'string' && named.data.label ? named.data.label : cause.nodeId;
  return (
    <div className={styles.banner}>
      <span>{t.offer(cause.count, name ?? '', cause.code)}</span>
      <Button size="small" onClick={() => change(setSettings, { ...settings, hold: usualHold }, 'hold')}>
        {t.hold}
      </Button>
      <Button size="small" look="quiet" onClick={() => setRefused(true)}>
        {t.notNow}
      </Button>
    </div>
  );
}
