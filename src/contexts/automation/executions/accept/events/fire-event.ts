import type { Logger } from 'pino';
import { fileValue } from '../../../../../engine/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import { type DefinedEvent, type PublicEvent, publicEventOf } from '../../../../../platform/events/index.js';
import { lookbackSecondsSql } from '../../../flows/index.js';
import { queueDeliveries, webhookListensSql } from '../../../webhooks/index.js';
import { type FoundWait, foundWaitSql, keysOf } from '../../store/event-waits.js';
import type { StartQuota } from '../../store/start-quota.js';
import { deliverToWaits } from './deliver-to-waits.js';
import { keepForLookback } from './keep-event.js';
import { type StartedByEvent, type SubscribedFlow, startSubscribedFlows } from './start-subscribed-flows.js';

/**
 * Publishes an event to a workspace: starts the active flows that subscribe to it and whose conditions hold, each once,
 * wakes the steps that wait for it, and queues it for the webhooks that receive it. All of it is part of the caller's transaction: it takes effect
 * exactly when the change does. Costs one read if nothing subscribes.
 * A flow that is already three times in the chain of causes is not started again: the step that caused the event logs
 * `EVENT_LOOP`, or `QUOTA_EXCEEDED` if a quota of the workspace allows no more executions. A flow whose conditions need too
 * much work is not started either, and such a wait goes on: `WORK_LIMIT` is logged. While a flow looks back on events of its
 * type, the event is kept for later waits.
 * @param sql the caller's transaction; near its end, because the executions that it wakes are locked until then
 */
export async function fireEvent(
  sql: Sql,
  fired: DefinedEvent,
  quota: StartQuota,
  log?: Logger,
): Promise<StartedByEvent & { wokenIds: string[] }> {
  const event = withFileValues(publicEventOf(fired));
  const { workspaceId } = event;
  const { flows, waits, goesOut, lookbackSeconds } = await findListeners(sql, event);
  if (goesOut) await queueDeliveries(sql, workspaceId, [fired]);
  const { causedBy } = fired;
  const wokenIds = await deliverToWaits(sql, event, waits, { causedBy, log, now: quota.now() });
  const subscribed = flows.filter(({ trigger }) => isOfPipeline(event, trigger.config.pipelineId));
  const occurrence = {
    trigger: 'crm_event' as const,
    workspaceId,
    key: event.id,
    name: event.type,
    triggerData: event,
    causedBy,
    log,
  };
  const started = await startSubscribedFlows(sql, subscribed, occurrence, quota);
  const { executionIds } = started;
  if (lookbackSeconds !== null) await keepForLookback(sql, event, lookbackSeconds, { executionIds, wokenIds });
  return { ...started, wokenIds };
}

/** The event as flows get it: the files of a message are values of files, which nodes take. Webhooks get them as the API returns them. */
function withFileValues(event: PublicEvent): PublicEvent {
  const attachments = event.type.startsWith('message.') ? event.data.attachments : undefined;
  if (!Array.isArray(attachments) || attachments.length === 0) return event;
  const values = attachments.map(({ fileId, ...facts }) => fileValue({ id: fileId, ...facts }));
  return { ...event, data: { ...event.data, attachments: values } };
}

/** What an event reaches. */
export interface Reached {
  /** The active flows that subscribe to its type. */
  flows: SubscribedFlow[];
  /** The steps that may wait for it. */
  waits: FoundWait[];
  /** Whether a webhook receives it. */
  goesOut: boolean;
  /** How far flows look back on its type; null if none does. */
  lookbackSeconds: number | null;
}

/** Finds what may listen to an event, in one read. Hot: a part of each change of a record. */
export async function findListeners(sql: Sql, event: PublicEvent): Promise<Reached> {
  const text = `/* find_listeners */ select
    coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'version', f.version, 'settings', f.settings,
        'trigger', json_build_object('nodeId', t.node_id, 'config', t.config)) order by f.id, t.position)
      from flow_triggers t join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id
      where t.workspace_id = $1 and t.starts_on = $2), '[]') as flows,
    coalesce((select json_agg(${foundWaitSql}) from event_waits w
      where w.workspace_id = $1 and w.event_type = $2 and w.key = any($3::text[])), '[]') as waits,
    ${webhookListensSql('$1', '$2')} as "goesOut", ${lookbackSecondsSql('$1', '$2')} as "lookbackSeconds"`;
  const { rows } = await sql.query<Reached>(statement(text, [event.workspaceId, event.type, keysOf(event)]));
  return rows[0] as Reached;
}

/** An opportunity that left a pipeline is published to that pipeline's subscribers too. */
function isOfPipeline({ data, previous }: PublicEvent, pipelineId: unknown): boolean {
  return pipelineId == null || data.pipelineId === pipelineId || previous?.pipelineId === pipelineId;
}

/**
 * The event types to which a flow, a step or a webhook of the workspace listens now. The others need not be published. Of many
 * types in one statement.
 */
export async function listenedEvents(sql: Sql, workspaceId: string, types: readonly string[]): Promise<Set<string>> {
  const text = `/* listened_events */ select t.type from unnest($2::text[]) t(type)
    where exists (select from flow_triggers f where f.workspace_id = $1 and f.starts_on = t.type)
      or exists (select from event_waits w where w.workspace_id = $1 and w.event_type = t.type)
      or ${lookbackSecondsSql('$1', 't.type')} is not null or ${webhookListensSql('$1', 't.type')}`;
  const { rows } = await sql.query<{ type: string }>(statement(text, [workspaceId, [...new Set(types)]]));
  return new Set(rows.map(({ type }) => type));
}
