import { useMemo, useState } from 'react';
import { isTrigger } from '../../canvas/catalogue';
import type { FlowNode } from './flow-content';
import { useEditorState } from './use-editor';
import type { Recorded } from './use-recorded';
import { useTriggerSamples } from './use-samples';

/** Where a run by hand starts. */
export interface Start {
  /** The triggers among which one can choose. */
  triggers: readonly FlowNode[];
  /** The chosen one; null without a choice. */
  nodeId: string | null;
  choose: (nodeId: string) => void;
  /** What the run gets unless something else is written: what the last execution by this trigger got, or its sample. */
  data: unknown;
}

/** The chosen trigger of a flow with several, as the server would choose: the one for manual starts, else the first. */
export function useStart(recorded: Recorded): Start {
  const nodes = useEditorState(({ content }) => content.nodes);
  const triggers = useMemo(() => nodes.filter(({ type }) => isTrigger(type)), [nodes]);
  const [asked, choose] = useState<string | null>(null);
  const sampleOf = useTriggerSamples();
  const byDefault = triggers.find(({ type }) => type === 'trigger.manual') ?? triggers[0];
  const chosen = triggers.find(({ id }) => id === asked) ?? byDefault;
  if (!chosen || triggers.length < 2) return { triggers: [], nodeId: null, choose, data: recorded.triggerData };
  const isRecorded = recorded.triggerNodeId === chosen.id;
  return { triggers, nodeId: chosen.id, choose, data: isRecorded ? recorded.triggerData : sampleOf(chosen) };
}
