/**
 * `reached`, for `with recursive`: flows, and those that they start in the same name: the flows that their nodes call, and the
 * tools of their assistants, to any depth. An error flow is none: it runs as who activated it. $1 is the workspace.
 * @param first a select of the flows to begin with, whose last column is `id`
 * @param kept its other columns, which the flows that it reaches inherit
 */
export function reachedFlowsSql(first: string, kept: readonly string[] = []): string {
  // `union` drops duplicates, so cycles of calls end.
  return `reached as (
    ${first}
    union
    select ${kept.map((column) => `c.${column}, `).join('')}s.id from reached c
    join flow_references r on r.workspace_id = $1 and r.flow_id = c.id and r.kind in ('flow', 'agent')
    cross join lateral (
      select r.name::uuid as id where r.kind = 'flow'
      union all
      select unnest(a.tools) from agents a where r.kind = 'agent' and a.workspace_id = $1 and a.id = r.name::uuid
    ) s
  )`;
}

/** What the rights of a node `e` depend on beside its type, as JSON: the operation that it calls, or the event that it reads. */
export const chosenSql = `(e->'data'->case e->>'type' when 'workspace.request' then 'operation' else 'eventType' end)`;

/** The data of a node, as far as its rights depend on it. */
export function dataOfChosen(chosen: unknown): Record<string, unknown> {
  return { eventType: chosen, operation: chosen };
}
