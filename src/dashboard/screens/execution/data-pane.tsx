import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Tabs } from '../../ui/tabs';
import styles from './execution.module.css';
import type { RunState } from './execution-reducer';
import type { NodeNames } from './node-names';
import { RunData } from './run-data';
import { StepPane } from './step-pane';
import { texts } from './texts';
import type { LoadedExecution } from './use-execution';
import { Variables } from './variables';

interface DataPaneProps {
  execution: LoadedExecution;
  /** At the moment that is shown. */
  state: RunState;
  moment: number | null;
  names: NodeNames;
  nodeId: string | null;
}

type Name = 'step' | 'run' | 'variables';

/** The data beside the canvas: of the chosen step, of the execution, and its variables. */
export function DataPane({ execution, state, moment, names, nodeId }: DataPaneProps) {
  const t = useTexts(texts);
  const [name, setName] = useState<Name>(nodeId ? 'step' : 'run');
  useEffect(() => {
    if (nodeId) setName('step');
  }, [nodeId]);
  const { head } = execution;
  return (
    <aside className={`min-h-0 clip line-left surface ${styles.data}`} aria-label={t.data}>
      <Tabs
        value={name}
        onChange={setName}
        tabs={[
          { name: 'run', label: t.execution, content: name === 'run' && <RunData head={head} run={state.run} /> },
          {
            name: 'step',
            label: t.step,
            content: name === 'step' && (
              <StepPane execution={execution} state={state} moment={moment} names={names} nodeId={nodeId} />
            ),
          },
          {
            name: 'variables',
            label: t.variables,
            content: name === 'variables' && <Variables head={head} state={state} names={names} />,
          },
        ]}
      />
    </aside>
  );
}
