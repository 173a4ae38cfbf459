import type { InfiniteData } from '@tanstack/react-query';
import { queries, useWrite } from '../../api/query';
import type { OpportunityStatus } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { useStatusText } from '../customers/badges';
import { type Opportunity, type OpportunityAnswer, type Pipeline, updateOpportunity } from './queries';
import { pipelineTexts } from './texts';

interface Change {
  stageId?: string;
  status?: OpportunityStatus;
}

/** Moves an opportunity: on the board at once, on the server after it, with a way back. */
export function useMove(pipeline: Pipeline): (item: Opportunity, change: Change) => void {
  const t = useTexts(pipelineTexts);
  const statusText = useStatusText();
  const workspaceId = useWorkspaceId();
  const { mutate } = useWrite(updateOpportunity, ['opportunity']);
  const apply = (id: string, change: Change, onSuccess?: () => void) => {
    void queries.cancelQueries({ queryKey: ['PipelineOpportunities'] });
    show(id, change);
    mutate(
      { workspaceId, opportunityId: id, input: change },
      // What is shown is read again in any case, which takes a refused change back.
      { onError: toastError, ...(onSuccess && { onSuccess }) },
    );
  };
  return (item, change) => {
    const { id, name, stageId, status } = item;
    const back: Change = change.stageId ? { stageId } : { status };
    const stage = pipeline.stages.find(({ key }) => key === change.stageId)?.name;
    const place = stage ?? (change.status ? statusText(change.status) : '');
    apply(id, change, () => toast(t.moved(name, place), { undo: () => apply(id, back) }));
  };
}

/** Changes an opportunity in what is on screen. */
function show(id: string, change: Change): void {
  queries.setQueriesData<InfiniteData<OpportunityAnswer>>({ queryKey: ['PipelineOpportunities'] }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => {
      const { opportunities } = page.workspace;
      if (!opportunities) return page;
      const items = opportunities.items.map((one) => (one.id === id ? { ...one, ...change } : one));
      return { ...page, workspace: { ...page.workspace, opportunities: { ...opportunities, items } } };
    });
    return { ...data, pages };
  });
}
