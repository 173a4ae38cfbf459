import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { flowNodesOf, labelOf } from '../../canvas/graph';
import type { RetryFrom } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Check, Field, fieldError, Select, TextArea } from '../../ui/field';
import { useWorkspaceId } from '../../workspace/workspace';
import type { Head } from './operations';
import { texts } from './texts';
import { useView } from './url';

const retryRun = graphql(`
  mutation ExecutionRetry($workspaceId: ID!, $executionId: ID!, $input: RetryExecutionInput) {
    retryExecution(workspaceId: $workspaceId, executionId: $executionId, input: $input) {
      executionId
    }
  }
`);

/** Asks where a retry starts, with which data and which version. */
export function RetryDialog({ head, onClose }: { head: Head; onClose: () => void }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const [view] = useView();
  const chosen = head.steps.items.find(({ id }) => id === view.step);
  const mayContinue = head.status !== 'completed';
  const [from, setFrom] = useState<`${RetryFrom}`>(mayContinue ? 'failed' : 'start');
  const [nodeId, setNodeId] = useState(chosen && !chosen.iteration ? chosen.nodeId : '');
  // What failed was probably corrected since.
  const [isCurrent, setCurrent] = useState((head.flow?.version ?? 0) > head.flowVersion);
  const original = JSON.stringify(head.triggerData ?? {}, null, 2);
  const [data, setData] = useState(original);
  const [wrong, setWrong] = useState<string | null>(null);
  const retry = useWrite(retryRun, ['execution']);
  const ran = new Set(
    head.steps.items.filter(({ status, iteration }) => status !== 'skipped' && !iteration).map((step) => step.nodeId),
  );
  const nodes = flowNodesOf(head.version?.nodes ?? []).filter(({ id }) => ran.has(id));
  const isOther = head.flow && head.flow.version !== head.flowVersion;
  const submit = () => {
    const changed = from === 'start' && data.trim() !== original ? parse(data) : null;
    if (changed === undefined) return setWrong(t.notJson);
    setWrong(null);
    const input = {
      from,
      ...(from === 'step' && { nodeId: nodeId || nodes[0]?.id }),
      ...(changed && { triggerData: changed }),
      version: isCurrent ? ('current' as const) : ('same' as const),
    };
    retry.mutate(
      { workspaceId, executionId: head.id, input: input as never },
      {
        onSuccess: ({ retryExecution }) => {
          onClose();
          void navigate({
            to: '/w/$workspaceId/executions/$executionId',
            params: { workspaceId, executionId: retryExecution.executionId },
          });
        },
      },
    );
  };
  return (
    <FormDialog
      open
      title={t.retryTitle}
      description={t.retryHint}
      submit={t.retry}
      busy={retry.isPending}
      error={retry.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t.retryFrom}>
        <Select
          value={from}
          options={[
            ...(mayContinue ? [{ value: 'failed' as const, label: t.fromFailed }] : []),
            { value: 'start', label: t.fromStart },
            { value: 'step', label: t.fromStep },
          ]}
          onChange={setFrom}
        />
      </Field>
      {from === 'step' && (
        <Field label={t.step} hint={t.fromStepHint} error={fieldError(retry.error, 'nodeId')}>
          <Select
            value={nodeId || (nodes[0]?.id ?? '')}
            options={nodes.map((node) => ({ value: node.id, label: labelOf(node) }))}
            onChange={setNodeId}
          />
        </Field>
      )}
      {from === 'start' && (
        <Field label={t.triggerData} hint={t.triggerDataHint} error={wrong ?? fieldError(retry.error, 'triggerData')}>
          <TextArea
            rows={9}
            spellCheck={false}
            style={{ fontFamily: 'var(--mono)', fontSize: 12.5 }}
            value={data}
            onChange={(event) => setData(event.target.value)}
          />
        </Field>
      )}
      {isOther && <Check label={t.onCurrent(head.flow?.version ?? 0)} checked={isCurrent} onChange={setCurrent} />}
    </FormDialog>
  );
}

/** The object of a JSON text; undefined if it is none. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
