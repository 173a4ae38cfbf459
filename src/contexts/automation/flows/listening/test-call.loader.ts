import DataLoader from 'dataloader';
import { jsonColumn, readLarge } from '../../../../platform/database/read-large.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import { openWebhookToken } from '../create-webhook-token.js';
import { canSeeToken } from '../flow-columns.js';
import type { StoredTestCall } from './test-call.entity.js';
import type { TestCall } from './test-call.object.js';
import { testUrl } from './test-token.js';

type Row = Pick<
  StoredTestCall,
  'id' | 'flowId' | 'nodeId' | 'type' | 'encryptedToken' | 'expiresAt' | 'receivedAt' | 'triggerData' | 'request'
> & { isOpen: boolean };

/** The test calls of flows, by the ID of the flow, the oldest first. */
export const testCallsOfFlow = defineLoader(
  (scope) => new DataLoader((flowIds: readonly string[]) => readTestCalls(scope, flowIds), { cache: false }),
);

async function readTestCalls(scope: Scope, flowIds: readonly string[]): Promise<TestCall[][]> {
  const rows = await readLarge<Row>(scope, {
    label: 'test_calls_of_flows',
    select: `select t.id, t.flow_id as "flowId", t.node_id as "nodeId", t.type, t.encrypted_token as "encryptedToken",
        t.expires_at as "expiresAt", t.received_at as "receivedAt", t.trigger_data as "triggerData", t.request,
        t.encrypted_token is not null and t.expires_at > clock_timestamp() as "isOpen"
      from test_calls t where t.workspace_id = $1 and t.flow_id = any($2::uuid[]) order by t.id`,
    values: [scope.workspaceId, flowIds],
    large: ['triggerData', 'request'].map(jsonColumn),
    field: 'testCalls',
  });
  const byFlow = Map.groupBy(rows, ({ flowId }) => flowId);
  return Promise.all(flowIds.map((id) => Promise.all((byFlow.get(id) ?? []).map((row) => shown(scope, row)))));
}

async function shown(scope: Scope, row: Row): Promise<TestCall> {
  const { id, nodeId, type, encryptedToken, isOpen, expiresAt, receivedAt, triggerData, request } = row;
  const { services, workspaceId } = scope;
  const isSeen = isOpen && encryptedToken && canSeeToken(scope);
  const secret = isSeen && (await openWebhookToken(services.vault, { workspaceId, id }, encryptedToken));
  return {
    nodeId,
    type,
    url: secret ? testUrl(services.settings.webhookOrigin, type, secret) : null,
    expiresAt: timeOf(expiresAt),
    receivedAt: timeOf(receivedAt),
    triggerData: triggerData ?? null,
    request: request ?? null,
  };
}

function timeOf(time: Date | string | null | undefined): Date | null {
  return time ? new Date(time) : null;
}
