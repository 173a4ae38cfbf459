import { useTexts } from '../../i18n/texts';
import { eachOf } from '../../jobs/each-of';
import { FailureList } from '../../jobs/failure-list';
import type { JobKind, ShownJob } from '../../jobs/job';
import { deleteFlow, updateFlow } from './flow-list';
import { texts } from './texts';

/** What is done to each of several flows. */
export type BulkAction =
  | { kind: 'activate' | 'pause' }
  | { kind: 'delete' }
  | { kind: 'move'; folderId: string | null }
  | { kind: 'tag'; tag: string };

/** A flow that is changed. */
export interface BulkFlow {
  id: string;
  name: string;
  tags: readonly string[];
}

/** Changes several flows, each by its own request. */
const bulkJob: JobKind<BulkAction, readonly BulkFlow[]> = {
  run({ workspaceId, order, send }, flows) {
    return eachOf(flows, ({ id: flowId, tags }, index) =>
      order.kind === 'delete'
        ? send(deleteFlow, { workspaceId, flowId }, index)
        : send(updateFlow, { workspaceId, flowId, input: changesOf(order, tags) }, index),
    );
  },
  title: ({ state, failed, order }, language) =>
    state === 'running' || failed === 0
      ? texts(language)[`doing_${(order as BulkAction).kind}`]
      : texts(language).notChanged(failed),
  progress: ({ done, total }, language) => texts(language).progress(done, total),
  ended: ({ order, counts: { changed = 0 } }, language) =>
    texts(language)[`done_${(order as BulkAction).kind}`](changed),
  Detail,
};

export default bulkJob;

function changesOf(action: Exclude<BulkAction, { kind: 'delete' }>, tags: readonly string[]): object {
  switch (action.kind) {
    case 'activate':
    case 'pause':
      return { isActive: action.kind === 'activate' };
    case 'move':
      return { folderId: action.folderId };
    case 'tag':
      return { tags: [...new Set([...tags, action.tag])] };
  }
}

function Detail({ job: { failures, counts, workspaceId, state } }: { job: ShownJob }) {
  const t = useTexts(texts);
  return (
    <>
      {state !== 'running' && failures.length > 0 && <p>{t.othersChanged(counts.changed ?? 0)}</p>}
      <FailureList failures={failures} linkOf={({ id }) => `/w/${workspaceId}/flows/${id}`} />
    </>
  );
}
