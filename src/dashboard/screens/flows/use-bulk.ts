import { useRef, useState } from 'react';
import { useWrite } from '../../api/query';
import { useWorkspaceId } from '../../shell/workspace';
import { deleteFlow, type ListedFlow, updateFlow } from './flow-list';

/** What is done to each of several flows. */
export type BulkAction =
  | { kind: 'activate' | 'pause' | 'delete' }
  | { kind: 'move'; folderId: string | null }
  | { kind: 'tag'; tag: string };

export interface BulkFailure {
  flow: ListedFlow;
  error: unknown;
}

/** How far it is, and what was not done. */
export interface BulkRun {
  action: BulkAction;
  total: number;
  done: number;
  failed: readonly BulkFailure[];
  isRunning: boolean;
}

/** So many requests at once. */
const atOnce = 4;

/**
 * Changes several flows, each by its own request, so that one that cannot be changed holds up no other.
 * @param onEnd is given the flows that were not changed: those that failed, and those left when it was stopped
 */
export function useBulk(onEnd: (left: readonly ListedFlow[]) => void) {
  const workspaceId = useWorkspaceId();
  const update = useWrite(updateFlow, ['flow', 'folder']);
  const remove = useWrite(deleteFlow, ['flow', 'folder']);
  const [run, setRun] = useState<BulkRun | null>(null);
  const isStopped = useRef(false);
  const act = (action: BulkAction, { id: flowId, tags }: ListedFlow): Promise<unknown> => {
    const change = (input: Parameters<typeof update.mutateAsync>[0]['input']) =>
      update.mutateAsync({ workspaceId, flowId, input });
    switch (action.kind) {
      case 'activate':
      case 'pause':
        return change({ isActive: action.kind === 'activate' });
      case 'move':
        return change({ folderId: action.folderId });
      case 'tag':
        return change({ tags: [...new Set([...tags, action.tag])] });
      case 'delete':
        return remove.mutateAsync({ workspaceId, flowId });
    }
  };
  const start = async (action: BulkAction, flows: readonly ListedFlow[]): Promise<BulkRun> => {
    const rest = [...flows];
    const failed: BulkFailure[] = [];
    let done = 0;
    isStopped.current = false;
    const state = (isRunning: boolean): BulkRun => ({
      ...{ action, total: flows.length, done, isRunning },
      failed: [...failed],
    });
    setRun(state(true));
    const work = async () => {
      for (let flow = rest.shift(); flow; flow = isStopped.current ? undefined : rest.shift()) {
        await act(action, flow).then(
          () => {
            done += 1;
          },
          (error: unknown) => failed.push({ flow: flow as ListedFlow, error }),
        );
        setRun(state(true));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const end = state(false);
    setRun(end);
    onEnd([...failed.map(({ flow }) => flow), ...rest]);
    return end;
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { run, start, stop, close: () => setRun(null) };
}
