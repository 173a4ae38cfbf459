import { useMemo, useState } from 'react';
import { flowNodesOf } from '../../canvas/graph';
import { useTexts } from '../../i18n/texts';
import { Empty, ErrorNotice, Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { useWorkspaceId } from '../../workspace/workspace';
import { alignRuns } from './align-runs';
import { ChooseRun, useOtherRun } from './choose-run';
import { useComparedData, valuesDiffer } from './compare-data';
import { type ComparedStep, isDivergent } from './compared-step';
import styles from './diff.module.css';
import { DiffDetail } from './diff-detail';
import { DiffTable, type DiffTableProps } from './diff-table';
import { texts } from './diff-texts';
import type { StepView } from './execution-reducer';
import { namesOf } from './node-names';
import { type LoadedExecution, useExecution } from './use-execution';
import { VersionChanges } from './version-changes';

/** Two runs of a flow beside each other: where they part, and in what. */
export function RunDiff({ execution }: { execution: LoadedExecution }) {
  const t = useTexts(texts);
  const other = useOtherRun(execution.head);
  if (other.isReading) return <Skeleton lines={6} />;
  return (
    <div className={`stack grow min-h-0 gap-6 ${styles.diff}`}>
      <ChooseRun head={execution.head} other={other} />
      {other.id ? (
        <Compared key={other.id} execution={execution} otherId={other.id} />
      ) : (
        <Empty icon="diff" title={t.noOther}>
          {t.noOtherHint}
        </Empty>
      )}
    </div>
  );
}

function Compared({ execution, otherId }: { execution: LoadedExecution; otherId: string }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const { head, state } = execution;
  const { loaded: other, error, isMissing } = useExecution(workspaceId, otherId);
  const data = useComparedData(head.id, otherId);
  const [chosen, setChosen] = useState<string | null>(null);
  const names = useMemo(
    () =>
      new Map([
        ...namesOf(flowNodesOf(other?.head.version?.nodes ?? [])),
        ...namesOf(flowNodesOf(head.version?.nodes ?? [])),
      ]),
    [head, other],
  );
  const steps = useMemo(
    () =>
      alignRuns(state.steps.values(), other?.state.steps.values() ?? []).map(
        (step): ComparedStep => ({ ...step, data: valuesDiffer(data, step.key) }),
      ),
    [state.steps, other, data],
  );
  if (error) return <ErrorNotice error={error} />;
  if (isMissing) return <Empty icon="history" title={t.otherMissing} />;
  if (!other || data.isReading) return <Skeleton lines={8} />;
  const first = steps.find(isDivergent) ?? null;
  const shown = steps.find(({ key }) => key === chosen) ?? first;
  const name = first && (names.get((first.here ?? first.there)?.nodeId ?? '')?.label ?? first.key);
  return (
    <>
      {data.error ? <ErrorNotice error={data.error} /> : null}
      {first ? (
        <Notice tone="warning" title={t.partsAt(name ?? '', (first.here ?? first.there)?.iteration ?? '')}>
          <p>{reasonsOf(first, t).join(' ')}</p>
          <Firsts steps={steps} names={names} onChoose={setChosen} />
        </Notice>
      ) : (
        <Notice tone="success" title={t.same} />
      )}
      {head.flowVersion !== other.head.flowVersion && (
        <VersionChanges flowId={head.flowId} version={head.flowVersion} against={other.head.flowVersion} />
      )}
      <div className={`grid grow gap-14 ${styles.panes}`}>
        <DiffTable
          steps={steps}
          names={names}
          first={first?.key ?? null}
          chosen={shown?.key ?? null}
          onChoose={setChosen}
        />
        {shown && <DiffDetail step={shown} names={names} data={data} />}
      </div>
    </>
  );
}

/** Where each kind of difference appears first. */
function Firsts({ steps, names, onChoose }: Pick<DiffTableProps, 'steps' | 'names' | 'onChoose'>) {
  const t = useTexts(texts);
  const kinds: [string, (step: ComparedStep) => boolean][] = [
    [t.path, ({ path }) => path],
    [t.input, ({ data }) => data?.input ?? false],
    [t.output, ({ data }) => data?.output ?? false],
    [t.duration, ({ duration }) => duration],
  ];
  return (
    <div className={`flex wrap gap-y-4 gap-x-14 ${styles.firsts}`}>
      {kinds.map(([kind, differs]) => {
        const step = steps.find(differs);
        if (!step) return null;
        const { nodeId, iteration } = (step.here ?? step.there) as StepView;
        return (
          <button key={kind} type="button" onClick={() => onChoose(step.key)}>
            {t.firstOf(kind)}: {names.get(nodeId)?.label ?? nodeId}
            {iteration && ` · ${iteration}`}
          </button>
        );
      })}
    </div>
  );
}

function reasonsOf({ path, data, here, there }: ComparedStep, t: ReturnType<typeof texts>): string[] {
  const reasons: string[] = [];
  if (path && !here) reasons.push(t.onlyThere);
  else if (path && !there) reasons.push(t.onlyHere);
  else if (path) reasons.push(t.otherPath);
  if (data?.input) reasons.push(t.otherInput);
  if (data?.output) reasons.push(t.otherOutput);
  return reasons;
}
