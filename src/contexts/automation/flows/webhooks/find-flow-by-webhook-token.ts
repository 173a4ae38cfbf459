import type { TriggerType } from '../../../../engine/node-shape.js';
import type { Sql } from '../../../../platform/database/database.js';
import { groupCommit } from '../../../../platform/database/group-commit.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Services } from '../../../../platform/services.js';
import { hashToken } from '../../../../platform/token-hash.js';
import type { FlowSettings } from '../content/flow-content.js';

/** The part of a flow that a call of its webhook or form needs. */
export interface WebhookFlow {
  workspaceId: string;
  id: string;
  name: string;
  version: number;
  isActive: boolean;
  settings: Pick<FlowSettings, 'maxConcurrent' | 'control'>;
  /** The trigger of the token. */
  trigger: {
    id: string;
    type: TriggerType;
    nodeId: string;
    config: Readonly<Record<string, unknown>>;
    isDisabled: boolean;
  };
  /** The encrypted secrets that its trigger names, by name; null if it names none that exists. */
  secrets: Readonly<Record<string, WebhookSecret>> | null;
}

/** A secret that proves who calls a webhook. */
export interface WebhookSecret {
  id: string;
  flowId: string | null;
  encryptedValue: string;
}

/** The secrets that a trigger `t` of a flow `f` names, as one column. */
export const secretsOfTriggerSql = `(
      select json_object_agg(s.name, json_build_object('id', s.id, 'flowId', s.flow_id, 'encryptedValue', s.encrypted_value))
      from secrets s where s.workspace_id = f.workspace_id and (s.flow_id is null or s.flow_id = f.id) and s.name in (
        t.config->'auth'->>'secretName', t.config->'challenge'->>'secretName')
    ) as secrets`;

// Hot: each call of a webhook begins with it.
const text = `/* find_flows_by_token */
  select encode(t.token_hash, 'hex') as hash, f.workspace_id as "workspaceId", f.id, f.name, f.version,
    f.is_active as "isActive", f.settings,
    json_build_object('id', t.id, 'type', t.type, 'nodeId', t.node_id, 'config', t.config, 'isDisabled', f.is_active and not t.is_active) as trigger, ${secretsOfTriggerSql}
  from flow_triggers t join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id
  where t.token_hash = any($1::bytea[])`;

type FindFlow = (hash: string) => Promise<WebhookFlow | null>;

/** One finder for each pool: concurrent calls share a statement. */
const finders = new WeakMap<Sql, FindFlow>();

/** The flow that the token of a webhook or form belongs to, in any workspace; null for an unknown or replaced token. */
export async function findFlowByToken(
  { db }: Pick<Services, 'db'>,
  type: 'webhook' | 'form',
  token: string,
): Promise<WebhookFlow | null> {
  if (!/^[0-9a-f]{64}$/.test(token)) return null;
  const find = finders.get(db.hotPool) ?? groupCommit((hashes: string[]) => findFlows(db.hotPool, hashes));
  finders.set(db.hotPool, find);
  const flow = await find(hashToken(token).toString('hex'));
  return flow?.trigger.type === type ? flow : null;
}

async function findFlows(sql: Sql, hashes: string[]): Promise<(WebhookFlow | null)[]> {
  const unique = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'));
  const { rows } = await sql.query<WebhookFlow & { hash: string }>(statement(text, [unique]));
  const byHash = new Map(rows.map(({ hash, ...flow }) => [hash, flow]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}
