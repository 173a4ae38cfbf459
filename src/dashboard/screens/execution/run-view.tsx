import { useEffect, useMemo, useState } from 'react';
import { useCatalogue } from '../../canvas/catalogue';
import { FlowCanvas } from '../../canvas/flow-canvas';
import { canvasGraph, flowEdgesOf, flowNodesOf } from '../../canvas/graph';
import { laidOut } from '../../canvas/layout';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Empty } from '../../ui/notice';
import { DataPane } from './data-pane';
import { decorateEdges, decorateNodes } from './decorate';
import styles from './execution.module.css';
import type { RunState } from './execution-reducer';
import { namesOf } from './node-names';
import { Scrubber } from './scrubber';
import { texts } from './texts';
import { useTimeTravel } from './time-travel';
import { useView } from './url';
import type { LoadedExecution } from './use-execution';
import { WaitNotes } from './wait-notes';
import { Waterfall } from './waterfall';
import { loopsOf } from './waterfall-rows';

/** A run on the canvas and over time, with the data of the chosen step, now or at another moment. */
export function RunView({ execution }: { execution: LoadedExecution }) {
  const { head } = execution;
  const [view, change] = useView();
  const graph = useFlowGraph(head.version);
  const travel = useTimeTravel(execution);
  const { state, moment } = travel;
  const until = useEnd(execution, execution.state.run.status === 'running');
  const from = Date.parse(head.startedAt);
  const selected = view.step ? execution.state.steps.get(view.step) : undefined;
  const nodeId = selected?.nodeId ?? view.node ?? null;
  const selectNode = (id: string | null) => {
    const last = id === null ? undefined : (state.nodes.get(id)?.last ?? execution.state.nodes.get(id)?.last);
    change({ step: last?.id, node: last ? undefined : (id ?? undefined) });
  };
  return (
    <div className={`stack grow min-h-0 ${styles.run}`}>
      <WaitNotes head={head} state={execution.state} names={graph.names} />
      <div className={`grid grow min-h-0 ${styles.panes}`}>
        <div className={`grid min-w-0 min-h-0 ${styles.main}`}>
          <div className="min-h-0">
            <RunCanvas
              graph={graph}
              state={state}
              stoppedBy={head.error?.nodeId ?? null}
              selected={nodeId}
              onSelect={selectNode}
            />
          </div>
          <Scrubber travel={travel} names={graph.names} from={from} />
          <div className="min-h-0">
            <Waterfall
              state={state}
              loops={graph.loops}
              names={graph.names}
              from={from}
              until={until}
              moment={moment}
              selected={view.step ?? null}
              onSelect={(step) => change({ step, node: undefined })}
            />
          </div>
        </div>
        <DataPane execution={execution} state={state} moment={moment} names={graph.names} nodeId={nodeId} />
      </div>
    </div>
  );
}

/** The flow of a version, as the canvas and the waterfall need it. */
export function useFlowGraph(version: { nodes: readonly unknown[]; edges: readonly unknown[] } | null | undefined) {
  const catalogue = useCatalogue();
  return useMemo(() => {
    const edges = flowEdgesOf(version?.edges ?? []);
    const nodes = laidOut(flowNodesOf(version?.nodes ?? []), edges);
    const canvas = canvasGraph(nodes, edges, { catalogue, quiet: true });
    return { ...canvas, names: namesOf(nodes), loops: loopsOf(nodes, edges), ids: nodes.map(({ id }) => id) };
  }, [version, catalogue]);
}

interface RunCanvasProps {
  /** The node that ended the run as failed. */
  stoppedBy: string | null;
  graph: ReturnType<typeof useFlowGraph>;
  state: RunState;
  selected: string | null;
  onSelect: (nodeId: string | null) => void;
}

function RunCanvas({ graph, state, stoppedBy, selected, onSelect }: RunCanvasProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { nodes, edges, ids } = graph;
  const nodeDecorations = useMemo(
    () => decorateNodes(state, ids, language, stoppedBy),
    [state, ids, language, stoppedBy],
  );
  const edgeDecorations = useMemo(() => decorateEdges(state, edges, language), [state, edges, language]);
  if (nodes.length === 0) return <Empty icon="flow" title={t.noGraph} />;
  return (
    <FlowCanvas
      nodes={nodes}
      edges={edges}
      nodeDecorations={nodeDecorations}
      edgeDecorations={edgeDecorations}
      selected={selected}
      onSelect={onSelect}
      onEdgeClick={(_, { source }) => onSelect(source)}
    />
  );
}

/** The end of the time axis: of the run, or now while it goes on. */
function useEnd({ head, events }: LoadedExecution, isOpen: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOpen]);
  const last = events.at(-1)?.at ?? Date.parse(head.startedAt);
  return isOpen ? Math.max(now, last) : last;
}
