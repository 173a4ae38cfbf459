// Hot, and claims: the workers of all processes compete for these rows.

import { countOf, queue } from '../../../../platform/work/queues.js';
import { acquireSlotsSql, highestLimit } from './concurrency-slots.sql.js';
import { convicted, suspectFrom } from './execution-errors.js';

const ofClaimed = 's.workspace_id = c.workspace_id and s.execution_id = c.execution_id';

/**
 * What a worker needs of each row of `claimed`; of settled steps only what decides about the others. Steps are read by
 * iteration, from the top level into what the progress of loops names: finished iterations are not looked at. The offset
 * keeps each lookup on its own, by the key: the planner does not know how many steps an execution has. A step may be read
 * twice.
 */
export const claimedExecutionSql = `select json_build_object(
  'id', e.id, 'workspaceId', e.workspace_id, 'workspaceName', w.name, 'flowId', e.flow_id, 'flowName', e.flow_name,
  'flowVersion', e.flow_version, 'trigger', e.trigger, 'startNodeId', coalesce(e.start_node_id, e.trigger_node_id), 'triggerData', e.trigger_data, 'request', e.request,
  'encrypted', e.encrypted, 'mocks', e.mocks, 'simulated', e.simulated, 'chain', e.chain, 'callDepth', e.call_depth, 'signals', c.signals,
  'takeovers', c.takeovers, 'runAs', e.run_as, 'traceparent', e.traceparent,
  'startedAt', e.started_at, 'activeMs', c.active_ms, 'fence', c.fence, 'isControlled', c.control_key is not null,
  'claimedAt', now(), 'steps', coalesce((
    with recursive s as (
      select s.* from execution_steps s where ${ofClaimed} and s.iteration = ''
      union all
      select found.* from (
        select distinct r."iteration", r."nodeId"
        from s cross join lateral json_to_recordset(s.progress -> 'reads') as r("iteration" text, "nodeId" text)
        where s.progress is not null
      ) r cross join lateral (
        select s.* from execution_steps s
        where ${ofClaimed} and s.iteration = r."iteration" and (r."nodeId" is null or s.node_id = r."nodeId") offset 0
      ) found
    )
    select json_agg(json_build_object(
      'id', s.id, 'nodeId', s.node_id, 'iteration', s.iteration, 'nodeType', s.node_type, 'name', s.name,
      'attempt', s.attempt, 'status', s.status, 'handle', s.handle, 'output', s.output, 'variables', s.variables,
      'input', case when s.status in ('running', 'waiting') then s.input end, 'error', s.error,
      'logs', case when s.status in ('running', 'waiting') and s.logs is not null then s.logs else '[]' end,
      'truncated', s.truncated, 'encrypted', s.encrypted, 'signal', s.signal,
      'resumeAt', s.resume_at, 'startedAt', s.started_at, 'finishedAt', s.finished_at, 'seq', s.seq,
      'interruptions', s.interruptions, 'progress', s.progress,
      'attempts', case when s.status in ('running', 'waiting') then s.attempts end) order by s.id)
    from s
      -- An execution that cannot continue is only ended: its size must not kill another worker.
    where (c.takeovers < ${convicted} or s.status in ('running', 'waiting'))), '[]')) as run
from claimed c
join executions e on e.workspace_id = c.workspace_id and e.id = c.execution_id
join workspaces w on w.id = c.workspace_id`;

/** A row that may be claimed: queued, by a signal, or because its time has come. */
const isReady = 'worker_id is null and ready_at is not null';

/** Suspects are claimed by a process that drives them alone, all others by workers. */
const claimable = {
  suspects: `takeovers >= ${suspectFrom} and takeovers < ${convicted}`,
  others: `(takeovers < ${suspectFrom} or takeovers >= ${convicted})`,
};

/**
 * CTEs that claim the executions of `picked` for a worker, if their flow has a free concurrency slot, and put the others in
 * line. Between the snapshot in which `picked` and the steps are read and the lock, another worker may have driven an
 * execution: hence the comparison of fences.
 */
const claimPickedCtes = (worker: string) => `locked as materialized (
  select c.workspace_id, c.flow_id, c.execution_id as id, c.max_concurrent from picked p
  join execution_claims c on c.workspace_id = p.workspace_id and c.execution_id = p.execution_id
  where c.fence = p.fence and ${isReady} order by c.execution_id for update of c skip locked
), slots as materialized (
  ${acquireSlotsSql('workspace_id', 'flow_id', 'max_concurrent', 'locked where true')}
), in_line as (
  update execution_claims c set awaits_slot = true, ready_at = null, due_at = null from locked l
  where c.workspace_id = l.workspace_id and c.execution_id = l.id and l.max_concurrent < ${highestLimit}
    and not exists (select from slots t where t.id = l.id)
), claimed as (
  update execution_claims c set worker_id = ${worker}, fence = c.fence + 1, ready_at = null, due_at = null, awaits_slot = false
  from locked l
  where c.workspace_id = l.workspace_id and c.execution_id = l.id
    and (l.max_concurrent = ${highestLimit} or exists (select from slots t where t.id = l.id))
  returning c.*
)`;

/** $1, $2: workspace and execution IDs side by side. $3: the worker. Claims those of them that are ready. */
export const claimExecutionsSql = `/* claim_executions */
with picked as materialized (
  select distinct c.workspace_id, c.execution_id, c.fence from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, id)
  join execution_claims c on c.workspace_id = k.workspace_id and c.execution_id = k.id where ${isReady}
), ${claimPickedCtes('$3::uuid')}
${claimedExecutionSql}`;

// One index lookup for each workspace, however many executions of it are ready.
queue('executions', {
  depth: countOf('from execution_claims where ready_at is not null'),
  since: `(with recursive oldest as (
    (select workspace_id, ready_at from execution_claims where ready_at > to_timestamp(0) order by workspace_id, ready_at limit 1)
    union all
    select n.* from oldest o cross join lateral (
      select workspace_id, ready_at from execution_claims where ready_at > to_timestamp(0) and workspace_id > o.workspace_id
      order by workspace_id, ready_at limit 1) n
  ) select min(ready_at) from oldest)`,
});
queue('executions_in_line', {
  depth: countOf('from execution_claims where awaits_slot'),
  since: 'null::timestamptz',
});
queue('executions_held', {
  depth: countOf('from execution_claims where control_rank is not null'),
  since: 'null::timestamptz',
});
queue('executions_waiting', {
  depth: countOf('from execution_claims where due_at is not null'),
  since: '(select min(due_at) from execution_claims where due_at <= now())',
});
queue('suspects', {
  depth: countOf(`from execution_claims where ready_at is not null and ${claimable.suspects}`),
  since: `(select min(ready_at) from execution_claims where ready_at > to_timestamp(0) and ${claimable.suspects})`,
});

/** Workspaces with ready executions that one look visits, beginning behind the one that was served last. */
const workspacesAtOnce = 50;

/** CTEs of the workspaces with ready executions whose IDs are in a range, in their order, one index lookup for each. */
const workspacesCte = (name: string, from: string, to: string) => `${name} as (
  (select workspace_id, 1 as place from execution_claims where ready_at is not null and ${from} and ${to}
    order by workspace_id limit 1)
  union all
  select n.workspace_id, b.place + 1 from ${name} b, lateral (
    select workspace_id from execution_claims where ready_at is not null and workspace_id > b.workspace_id and ${to}
    order by workspace_id limit 1) n where b.place < ${workspacesAtOnce}
)`;

/**
 * $1: the worker, $2: executions to claim at most, $3, $4: workspaces and their free slots side by side, $5: the free slots
 * of any other workspace, $6: the workspace that was served last. Goes round the workspaces with ready executions, so that a
 * backlog of any length costs nothing, and claims of each in turn as many as it has free slots, oldest first. A row is a
 * claimed execution; the last one has instead the workspaces whose executions were left, the last one served, how many
 * executions were picked, how many of these were claimed or put in line, and the milliseconds until the next waiting execution
 * is due.
 */
export const claimReadySql = `/* claim_ready */
with recursive ${workspacesCte('behind_last', 'workspace_id > $6::uuid', 'true')}, ${workspacesCte(
  'up_to_last',
  'true',
  'workspace_id <= $6::uuid',
)}, ring as (
  select workspace_id, place from behind_last
  union all select workspace_id, place + ${workspacesAtOnce} from up_to_last
  order by place limit ${workspacesAtOnce}
), rooms as (
  select r.workspace_id, r.place, coalesce((select s.room from unnest($3::uuid[], $4::integer[]) as s(workspace_id, room)
    where s.workspace_id = r.workspace_id), $5::integer) as room from ring r
), offered as materialized (
  select r.workspace_id, r.place, r.room, q.execution_id, q.fence, row_number() over (
    partition by r.workspace_id order by q.ready_at, q.execution_id) as rank
  from rooms r, lateral (
    select execution_id, fence, ready_at from execution_claims c where c.workspace_id = r.workspace_id and ready_at is not null and ${claimable.others}
    order by ready_at, execution_id limit least(r.room, $2::integer) + 1) q
), picked as materialized (
  select workspace_id, execution_id, fence, place, rank from offered where rank <= room order by rank, place limit $2::integer
), ${claimPickedCtes('$1::uuid')}
select run, null::uuid[] as behind, null::uuid as last, null::integer as picked, null::integer as taken,
  null::float8 as "dueInMs" from (
  ${claimedExecutionSql}) c
union all
select null, (select array_agg(distinct o.workspace_id) from offered o where not exists (
    select from picked p where p.execution_id = o.execution_id)),
  (select workspace_id from picked order by place desc limit 1), (select count(*)::integer from picked),
  (select count(*)::integer from locked), (
  select extract(epoch from min(due_at) - now())::float8 * 1000 from execution_claims where due_at is not null)`;

/** $1: the worker. Claims the suspect that has waited longest. */
export const claimSuspectSql = `/* claim_suspect */
with picked as materialized (
  select workspace_id, execution_id, fence from execution_claims where ready_at is not null and ${claimable.suspects}
  order by ready_at limit 1
), ${claimPickedCtes('$1::uuid')}
${claimedExecutionSql}`;

/** Whether there is a suspect to be driven. */
export const findSuspectSql = `/* find_suspect */
select exists (select from execution_claims where ready_at is not null and ${claimable.suspects}) as found`;

/** $1: the execution, $2: the worker in whose process it was driven alone. The next worker ends it. */
export const convictSql = `/* convict_execution */
update execution_claims set takeovers = ${convicted}, worker_id = null, ready_at = now(), fence = fence + 1
where execution_id = $1 and worker_id = $2`;

/** $1: executions at most. Queues the waiting executions that are due. */
export const queueDueSql = `/* queue_due */
update execution_claims c set ready_at = c.due_at, due_at = null from (
  select workspace_id, execution_id from execution_claims where due_at <= now() order by due_at limit $1
  for update skip locked) d
where c.workspace_id = d.workspace_id and c.execution_id = d.execution_id`;
