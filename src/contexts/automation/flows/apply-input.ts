import type { FlowControl } from '../../../engine/index.js';
import { catalogue } from '../../../nodes/index.js';
import { storableJson, storedForm } from '../../../platform/database/storable-json.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { controlViolations } from './content/control-violations.js';
import { type FlowContentInput, folderMessage } from './content/flow-content.input.js';
import type { FlowContent, FlowSettings } from './content/flow-content.js';
import { graphItems } from './content/flow-graph.input.js';
import type { HoldSettings } from './content/flow-hold.js';
import type { FlowRetention } from './content/flow-retention.js';
import { mirrorTrigger } from './content/mirror-trigger.js';
import { parseEdges, parseNodes } from './content/parse-graph.js';
import { parseVariables } from './content/parse-variables.js';
import { namedBy, triggerSettings } from './content/trigger-config.input.js';

type Input = FlowContentInput & { name?: string };

/**
 * Replaces the fields of `current` that were sent: each as a whole, `settings` key by key. The trigger's configuration
 * is kept equal in its node and in the settings.
 * @throws AppError VALIDATION_FAILED with all violations
 */
export function applyInput(current: FlowContent, input: Input): FlowContent {
  const violations: ErrorDetail[] = [];
  const sent = plain(input, violations);
  const nodes = sent.nodes ? parseNodes(sent.nodes, violations) : current.nodes;
  const edges = sent.edges ? parseEdges(sent.edges, violations) : current.edges;
  const variables = sent.variables ? parseVariables(sent.variables, violations) : current.variables;
  if (typeof sent.folderId === 'string' && !isUuid(sent.folderId)) violations.push(folderViolation);
  const trigger = mirrorTrigger(
    { nodes, settings: current.settings, sent, catalogue, namedBy: namedBy(input.settings ?? undefined) },
    violations,
  );
  violations.push(...controlViolations(sent.settings?.control ?? null));
  if (violations.length > 0) throw validationFailed(violations);
  return {
    name: sent.name ?? current.name,
    description: sent.description === undefined ? current.description : (sent.description ?? ''),
    nodes: trigger.nodes,
    edges,
    variables,
    settings: mergeSettings(current.settings, { ...sent.settings, ...trigger.settings }),
    tags: sent.tags ?? current.tags,
    folderId: sent.folderId === undefined ? current.folderId : sent.folderId,
  };
}

/** The violation of a `folderId` that no folder of the workspace has. */
export const folderViolation: ErrorDetail = {
  field: 'folderId',
  rule: 'REFERENCE_UNKNOWN',
  message: folderMessage,
};

function mergeSettings(current: FlowSettings, sent: Partial<Record<keyof FlowSettings, unknown>>): FlowSettings {
  const merged = { ...current, ...dropUndefined(sent) } as FlowSettings & {
    environment?: string | null;
    dailyBudget?: string | null;
    monthlyBudget?: string | null;
    errorFlowId?: string | null;
    retention?: FlowRetention | null;
    control?: FlowControl | null;
    hold?: HoldSettings | null;
  };
  const { triggerType, triggerConfig, timeout, maxConcurrent } = merged;
  const { environment, dailyBudget, monthlyBudget, errorFlowId, retention, control, hold } = merged;
  const optional = {
    ...(typeof environment === 'string' && { environment }),
    ...(dailyBudget && { dailyBudget }),
    ...(monthlyBudget && { monthlyBudget }),
    ...(errorFlowId && { errorFlowId: errorFlowId.toLowerCase() }),
    ...(retention && Object.keys(retention).length > 0 && { retention }),
    ...(control && { control }),
    ...(hold && { hold }),
  };
  return { triggerType, triggerConfig, timeout, maxConcurrent, ...optional };
}

function dropUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The input in the form in which Postgres returns it, so that it can be compared with stored content. */
function plain({ nodes, edges, settings, ...rest }: Input, violations: ErrorDetail[]) {
  const { triggerType: _type, triggerConfig: _config, ...limits } = settings ?? {};
  const sent = { ...rest, ...(settings && { settings: { ...limits, ...triggerSettings(settings, violations) } }) };
  return {
    ...(JSON.parse(storableJson(sent)) as typeof sent),
    ...(nodes && { nodes: storedForm(graphItems(nodes, 'nodes', violations)) as Record<string, unknown>[] }),
    ...(edges && { edges: storedForm(graphItems(edges, 'edges', violations)) as Record<string, unknown>[] }),
  };
}
