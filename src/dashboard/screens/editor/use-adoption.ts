import { useEffect, useRef } from 'react';
import { type FlowContent, sameContent } from './flow-content';
import type { EditedFlow } from './flow-operations';
import { type Draft, storedOf } from './use-draft';

/** What somebody else saved comes by itself while nothing of one's own is open. */
export function useAdoption(
  flow: EditedFlow,
  draft: Draft,
  content: FlowContent,
  onChange: (content: FlowContent) => void,
): void {
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const next = storedOf(flow);
    const isKnown = next.revision === draft.revision && next.baseVersion === draft.baseVersion;
    if (draft.status !== 'saved' || isKnown || next.updatedAt <= draft.updatedAt) return;
    if (!sameContent(next.content, content)) change.current(next.content);
    draft.adopt(next);
  }, [flow, draft, content]);
}
