import DataLoader from 'dataloader';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import { type FlowTrigger, flowTriggers } from './flow-trigger.entity.js';

/** What the API shows of a trigger, its token encrypted. */
export type ShownTrigger = Pick<
  FlowTrigger,
  'id' | 'flowId' | 'nodeId' | 'type' | 'isActive' | 'encryptedToken' | 'poll'
> & {
  dueAt?: Date | string | null;
};

/** The triggers in the graphs of flows, in the order of their nodes, by the ID of the flow. */
export const triggersOfFlow = defineLoader(
  (scope) => new DataLoader((flowIds: readonly string[]) => readTriggers(scope, flowIds)),
);

async function readTriggers({ sql, workspaceId }: Scope, flowIds: readonly string[]): Promise<ShownTrigger[][]> {
  const rows = await typed(sql, 'triggers_of_flows', flowTriggers)
    .selectFrom('flow_triggers')
    .select(['id', 'flowId', 'nodeId', 'type', 'isActive', 'dueAt', 'encryptedToken', 'poll'])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', anyOf([...flowIds]))
    .where('nodeId', '<>', '')
    .orderBy('position')
    .execute();
  const byFlow = Map.groupBy(rows, ({ flowId }) => flowId);
  return flowIds.map((flowId) => byFlow.get(flowId) ?? []);
}
