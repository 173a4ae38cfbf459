import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { catalogue, nextScheduledTime, readSchedule } from '../../../../nodes/index.js';
import { transactionSql } from '../../../../platform/database/entities-over.js';
import { storedForm } from '../../../../platform/database/storable-json.js';
import { lit, typed } from '../../../../platform/database/typed-sql.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { newId } from '../../../../platform/new-id.js';
import type { FlowContent } from '../content/flow-content.js';
import { createWebhookToken, hasToken } from '../create-webhook-token.js';
import type { Flow } from '../flow.entity.js';
import { showWebhookAddress } from '../webhook-address.js';
import { type FlowTrigger, flowTriggers } from './flow-trigger.entity.js';
import { triggersOfFlow } from './flow-triggers.loader.js';
import { type ContentTrigger, triggersOf } from './triggers-of.js';

/**
 * Makes the stored triggers of a new or locked flow those of its content, and sets its webhook address. A webhook or form has a
 * token exactly while the flow has it: the token stays if its node gets another ID, not if the trigger gets another type. A schedule
 * has a next time exactly while it is active. The vault must be prepared for the workspace.
 */
export async function writeTriggers(
  em: EntityManager,
  scope: Scope,
  flow: Flow,
  content: Pick<FlowContent, 'nodes' | 'settings'>,
  { isNew = false } = {},
): Promise<void> {
  const key = { workspaceId: flow.workspaceId, flowId: flow.id };
  // Locked, because the scheduler sets the next time, too.
  const stored = isNew ? [] : await em.find(flowTriggers, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const pairs = paired(stored, triggersOf(content));
  const rows: FlowTrigger[] = [];
  for (const [position, { before, trigger }] of pairs.entries()) {
    const id = before?.id ?? newId();
    const { nodeId, type, config, isDisabled } = trigger;
    const isActive = flow.isActive && !isDisabled;
    const token = hasToken(type) ? await tokenOf(scope, sameType(before, type), { ...key, id }) : noToken;
    const timing = isActive ? timingOf(scope, before, trigger) : noTiming;
    const state = { nodeId, position, type, config, isActive, ...token, ...timing };
    rows.push(before ? em.assign(before, state) : em.create(flowTriggers, { ...key, id, ...state }));
    if (!before) em.persist(rows.at(-1) as FlowTrigger);
  }
  for (const row of stored) if (!rows.includes(row)) em.remove(row);
  const due = rows.filter(({ dueAt }) => dueAt !== null);
  for (const channel of new Set(due.map(({ type }) => (isPolling(type) ? 'flow_polls' : 'flow_schedules'))))
    await typed(transactionSql(em), 'wake_scheduler').selectNoFrom(lit(channel).as('notifies')).execute();
  scope
    .loader(triggersOfFlow)
    .clear(flow.id)
    .prime(
      flow.id,
      rows.filter(({ nodeId }) => nodeId !== ''),
    );
  const webhook = rows.find(({ type }) => type === 'webhook');
  if (webhook?.encryptedToken)
    await showWebhookAddress(scope, flow, { id: webhook.id, encryptedToken: webhook.encryptedToken });
}

interface Pair {
  before: FlowTrigger | undefined;
  trigger: ContentTrigger;
}

/** Triggers with their stored rows: by their node, and those with a token whose node is new with those whose node is gone. */
function paired(stored: readonly FlowTrigger[], triggers: readonly ContentTrigger[]): Pair[] {
  const byNode = new Map(stored.map((row) => [row.nodeId, row]));
  const named = new Set(triggers.map(({ nodeId }) => nodeId));
  const left = stored
    .filter(({ type, nodeId }) => hasToken(type) && !named.has(nodeId))
    .sort((one, other) => one.position - other.position);
  return triggers.map((trigger) => {
    const named = byNode.get(trigger.nodeId);
    const at = named ? -1 : left.findIndex(({ type }) => type === trigger.type);
    return { before: named ?? (at < 0 ? undefined : left.splice(at, 1)[0]), trigger };
  });
}

/** An address of a webhook must not become that of a form. */
function sameType(before: FlowTrigger | undefined, type: FlowTrigger['type']): FlowTrigger | undefined {
  return before?.type === type ? before : undefined;
}

const noToken = { tokenHash: null, encryptedToken: null };

async function tokenOf({ services }: Scope, before: FlowTrigger | undefined, key: TriggerKey) {
  const { tokenHash, encryptedToken } = before ?? noToken;
  return tokenHash && encryptedToken ? { tokenHash, encryptedToken } : createWebhookToken(services.vault, key);
}

type TriggerKey = Parameters<typeof createWebhookToken>[1];

const noTiming = { dueAt: null, poll: null };

/**
 * When a schedule or a poll is due. A change of anything else keeps it, and what a poll knows: what is due stays due. A trigger
 * that begins to poll does so at once, only to remember what is there.
 */
function timingOf(
  { services }: Scope,
  before: FlowTrigger | undefined,
  { type, config }: ContentTrigger,
): Pick<FlowTrigger, 'dueAt' | 'poll'> {
  const polls = isPolling(type);
  if (type !== 'schedule' && !polls) return noTiming;
  const isSame = before?.type === type && before.isActive && isDeepStrictEqual(before.config, config);
  if (isSame) return { dueAt: before.dueAt ?? null, poll: before.poll ?? null };
  if (polls) return { dueAt: services.now(), poll: null };
  return { dueAt: nextScheduledTime(storedForm(readSchedule(config)), services.now()), poll: null };
}

function isPolling(type: FlowTrigger['type']): boolean {
  return [...catalogue.values()].some(({ trigger, poll }) => trigger === type && poll !== undefined);
}
