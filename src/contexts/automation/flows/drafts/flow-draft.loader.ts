import DataLoader from 'dataloader';
import { jsonColumn, readLarge } from '../../../../platform/database/read-large.js';
import { defineLoader } from '../../../../platform/graphql/context.js';
import type { FlowDraft } from './flow-draft.entity.js';

/** The drafts of flows by flow ID; null for a flow without one. */
export const draftOfFlow = defineLoader(
  (scope) =>
    new DataLoader<string, FlowDraft | null>(async (flowIds) => {
      const rows = await readLarge<FlowDraft>(scope, {
        label: 'flow_drafts',
        select: `select d.workspace_id as "workspaceId", d.flow_id as "flowId", d.nodes, d.edges, d.variables, d.settings,
          d.base_version as "baseVersion", d.revision, d.updated_by as "updatedBy", d.updated_at as "updatedAt"
        from flow_drafts d where d.workspace_id = $1 and d.flow_id = any($2::uuid[])`,
        values: [scope.workspaceId, flowIds],
        large: ['nodes', 'edges', 'variables', 'settings'].map(jsonColumn),
        field: 'draft',
      });
      const byFlow = new Map(rows.map((row) => [row.flowId, row]));
      return flowIds.map((id) => byFlow.get(id) ?? null);
    }),
);
