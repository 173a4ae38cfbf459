import { useEffect, useState } from 'react';
import { graphql } from '../../api/graphql';
import { request } from '../../api/request';
import { useWorkspaceId } from '../../workspace/workspace';
import { alignmentKey, changesBetween } from './align-runs';

const dataOf = graphql(`
  query ExecutionStepData($workspaceId: ID!, $id: ID!, $cursor: String) {
    workspace(id: $workspaceId) {
      execution(id: $id) {
        steps(limit: 100, cursor: $cursor) {
          items {
            id
            nodeId
            iteration
            status
            input
            output
          }
          pagination {
            nextCursor
          }
        }
      }
    }
  }
`);

/** Steps whose data is compared: the first ones of both runs. */
const comparedAtMost = 300;

export interface StepValues {
  input: unknown;
  output: unknown;
}

export interface ComparedData {
  here: ReadonlyMap<string, StepValues>;
  there: ReadonlyMap<string, StepValues>;
  isReading: boolean;
  error: unknown;
}

/** The inputs and outputs of the first steps of two runs, read page after page. */
export function useComparedData(here: string, there: string | null): ComparedData {
  const workspaceId = useWorkspaceId();
  const none: ComparedData = { here: new Map(), there: new Map(), isReading: true, error: null };
  const [data, setData] = useState(none);
  useEffect(() => {
    if (!there) return;
    const ended = new AbortController();
    setData({ here: new Map(), there: new Map(), isReading: true, error: null });
    Promise.all([readValues(workspaceId, here, ended.signal), readValues(workspaceId, there, ended.signal)]).then(
      ([a, b]) => setData({ here: a, there: b, isReading: false, error: null }),
      (error) => !ended.signal.aborted && setData((former) => ({ ...former, isReading: false, error })),
    );
    return () => ended.abort();
  }, [workspaceId, here, there]);
  return data;
}

async function readValues(workspaceId: string, id: string, signal: AbortSignal): Promise<Map<string, StepValues>> {
  const values = new Map<string, StepValues>();
  let cursor: string | null = null;
  for (let read = 0; read < comparedAtMost; read += 100) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(workspaceId, id, cursor, signal);
    for (const step of page?.items ?? [])
      if (step.status !== 'skipped') values.set(alignmentKey(step), { input: step.input, output: step.output });
    cursor = page?.pagination.nextCursor ?? null;
    if (cursor === null) break;
  }
  return values;
}

async function readPage(workspaceId: string, id: string, cursor: string | null, signal: AbortSignal) {
  const data = await request(dataOf, { workspaceId, id, cursor }, signal);
  return data.workspace.execution?.steps;
}

/** Whether input and output of a step differ; null where they were not compared. */
export function valuesDiffer({ here, there }: ComparedData, key: string): { input: boolean; output: boolean } | null {
  const a = here.get(key);
  const b = there.get(key);
  if (!a || !b) return null;
  const differ = (one: unknown, other: unknown) => changesBetween(one ?? null, other ?? null, 1).length > 0;
  return { input: differ(a.input, b.input), output: differ(a.output, b.output) };
}
