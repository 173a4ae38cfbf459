import { useMemo } from 'react';
import { useRead } from '../../api/query';
import { number } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { IconButton } from '../../ui/icon-button';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './execution.module.css';
import type { RunState } from './execution-reducer';
import type { NodeNames } from './node-names';
import { stepOf } from './operations';
import { StepData } from './step-data';
import { texts } from './texts';
import { useView } from './url';
import type { LoadedExecution } from './use-execution';

interface StepPaneProps {
  execution: LoadedExecution;
  state: RunState;
  moment: number | null;
  names: NodeNames;
  nodeId: string | null;
}

/** The chosen step; of a node in a loop, one of its steps. */
export function StepPane({ execution, state, moment, names, nodeId }: StepPaneProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [view] = useView();
  const { head } = execution;
  const isOpen = execution.state.run.status === 'running';
  const stepId = view.step ?? '';
  const { data, error, refetch } = useRead(
    stepOf,
    { workspaceId, executionId: head.id, stepId },
    { enabled: stepId !== '', keep: false, live: isOpen ? ['execution'] : [] },
  );
  if (!nodeId) {
    return (
      <Empty icon="flow" title={t.noStep}>
        {t.noStepHint}
      </Empty>
    );
  }
  const step = data?.workspace.execution?.step;
  return (
    <div className={styles.sections}>
      <Iterations state={execution.state} nodeId={nodeId} stepId={stepId} />
      {!stepId && <Empty icon="minus" title={t.notReached(names.get(nodeId)?.label ?? nodeId)} />}
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {stepId && !step && !error && <Skeleton lines={6} />}
      {step && <StepData step={step} then={state.steps.get(step.id)} moment={moment} />}
    </div>
  );
}

interface IterationsProps {
  state: RunState;
  nodeId: string;
  stepId: string;
}

/** Goes through the steps of a node that ran more than once. */
function Iterations({ state, nodeId, stepId }: IterationsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [, change] = useView();
  const steps = useMemo(() => {
    const all = [...state.steps.values()].filter((step) => step.nodeId === nodeId);
    const ran = all.filter(({ status, id }) => status !== 'skipped' || id === stepId);
    return ran.length > 0 ? ran : all;
  }, [state.steps, nodeId, stepId]);
  if (steps.length < 2) return null;
  const index = steps.findIndex(({ id }) => id === stepId);
  const iteration = steps[index]?.iteration;
  const goTo = (to: number) => change({ step: steps[to]?.id });
  const failed = steps.findIndex(({ status }, at) => status === 'failed' && at > index);
  return (
    <div className={`row gap-6 muted digits ${styles.iterations}`}>
      <IconButton
        size="small"
        icon="chevronLeft"
        label={t.former}
        disabled={index <= 0}
        onClick={() => goTo(index - 1)}
      />
      <span>
        {t.visit(number(index + 1, language), number(steps.length, language))}
        {iteration && ` · ${t.item(iteration)}`}
      </span>
      <IconButton
        size="small"
        icon="chevronRight"
        label={t.next}
        disabled={index === steps.length - 1}
        onClick={() => goTo(index + 1)}
      />
      {failed >= 0 && <IconButton size="small" icon="alert" label={t.nextFailed} onClick={() => goTo(failed)} />}
    </div>
  );
}
