import {
  type CalledFlow,
  type FlowInput,
  type FlowReport,
  type Graph,
  type GraphNode,
  handedSecrets,
  type Issue,
  type ParsedNodes,
  parseCalledNodes,
  parseNodes,
  validateDraft,
  validateFlow,
} from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/sql.js';
import { anyOf, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { AppError, type ErrorDetail, validationFailed } from '../../../../platform/errors/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import { countryOfWorkspace, inCountry, phoneRule } from '../../../../platform/phone-number.js';
import type { FlowContent } from '../content/flow-content.js';
import { inParts } from '../content/parse-in-parts.js';
import type { FlowKey } from '../create-webhook-token.js';
import type { Flow } from '../flow.entity.js';
import { flowReferencesOf } from '../flow-references.js';
import type { FlowVersion } from '../flow-version.entity.js';
import { type KnownNames, readKnownNames } from '../known-names.js';

/** More called flows are not checked in advance. Their executions refuse secrets in any case. */
const flowsAtMost = 10;

/** The IDs of the flows that a graph hands secrets on to, of which as many are checked. @param parsed its nodes */
function calledFlowIds(nodes: readonly GraphNode[], parsed: ParsedNodes): string[] {
  const ids = new Set(handedSecrets(nodes, catalogue, parsed).map(({ flowId }) => flowId.toLowerCase()));
  return [...ids].filter(isUuid).slice(0, flowsAtMost);
}

/** The current versions of flows; without IDs no statement. */
async function readCalledFlows(
  sql: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<(CalledFlow & { version: number })[]> {
  if (ids.length === 0) return [];
  return typed(sql, 'read_called_flows', tableOf<Flow>()('flows'), tableOf<FlowVersion>()('flow_versions'))
    .selectFrom('flows as f')
    .innerJoin('flow_versions as v', (on) =>
      on
        .onRef('v.workspaceId', '=', 'f.workspaceId')
        .onRef('v.flowId', '=', 'f.id')
        .onRef('v.version', '=', 'f.version'),
    )
    .select(['f.id', 'f.name', 'f.version', 'v.nodes'])
    .where('f.workspaceId', '=', workspaceId)
    .where('f.id', '=', anyOf(ids))
    .execute();
}

/** The part of a flow that the rules check. */
export type CheckedContent = Pick<FlowContent, 'nodes' | 'edges' | 'variables' | 'settings'>;

// Contents are never changed in place, so a report can be reused for the same object and the same known names.
const reports = new WeakMap<CheckedContent, { names: string; called: readonly string[]; report: FlowReport }>();

/** How the work of checking a flow is done. */
export interface Checking {
  /** Parses expressions part by part. */
  parse<T>(parsing: Generator<void, T>): Promise<T>;
  /** Applies the rules: as a part of other work, or when there is time. */
  check(work: () => FlowReport): FlowReport | Promise<FlowReport>;
}

const checkNow: Checking = { parse: inParts, check: (work) => work() };

/**
 * Checks a flow against all rules, with the secrets, variables and records that the workspace has now.
 * @param checking how it is done. Defaults to applying the rules at once
 * @throws WorkLimitError if parsing or checking is refused
 */
export async function checkFlow(
  sql: Sql,
  key: FlowKey,
  content: CheckedContent,
  checking: Checking = checkNow,
): Promise<FlowReport> {
  const last = reports.get(content);
  const parseOwn = () => checking.parse(parseNodes(content.nodes, catalogue));
  const own = last ? undefined : await parseOwn();
  const known = await readKnownNames(sql, key, await flowReferencesOf(content, own));
  const called = last?.called ?? calledFlowIds(content.nodes, own ?? (await parseOwn()));
  const calledFlows = await readCalledFlows(sql, key.workspaceId, called);
  const names = JSON.stringify([known, calledFlows.map(({ id, version }) => [id, version])]);
  const input = { ...ruleInput(content, known), calledFlows };
  const apply = async (validate: (input: FlowInput) => FlowReport) => {
    const parsed = await withCalledFlows(own ?? (await parseOwn()), calledFlows, checking);
    return checking.check(() => validate({ ...input, parsed }));
  };
  const report = last?.names === names ? last.report : await apply(validateFlow);
  reports.set(content, { names, called, report });
  if (!report.issues.some(isAboutPhone)) return report;
  const country = await countryOfWorkspace(sql, key.workspaceId);
  return country === null ? report : apply((parsed) => inCountry(country, () => validateFlow(parsed)));
}

async function withCalledFlows(
  own: ParsedNodes,
  calledFlows: readonly CalledFlow[],
  { parse }: Checking,
): Promise<ParsedNodes> {
  if (calledFlows.length === 0) return own;
  const nodes = calledFlows.flatMap((flow) => flow.nodes);
  return new Map([...own, ...(await parse(parseCalledNodes(nodes, catalogue)))]);
}

/** Whether the country of the workspace may settle an issue: the rules know none. */
const isAboutPhone = ({ message }: Issue) => message.includes(phoneRule);

/** Requires that content can be stored as a draft. @throws AppError VALIDATION_FAILED with the rules of class `save` */
export function requireStorable(content: CheckedContent): void {
  const violations = validateDraft(ruleInput(content)).issues;
  if (violations.length > 0) throw validationFailed(violations.map(toDetail));
}

/** Requires that content is not too large to be stored, whatever other rules it breaks. @throws AppError VALIDATION_FAILED */
export function requireWithinLimits(content: CheckedContent): void {
  const violations = validateDraft(ruleInput(content)).issues.filter(({ ruleId }) => ruleId === 'NODE_LIMIT');
  if (violations.length > 0) throw validationFailed(violations.map(toDetail));
}

/**
 * Requires that a flow can be active and run.
 * @param sql reads the names that the flow refers to
 * @param part the part of it that runs; defaults to all of it
 * @throws AppError FLOW_INVALID with the issues
 */
export async function requireRunnable(
  sql: Sql,
  key: FlowKey,
  content: CheckedContent,
  part: Graph = content,
): Promise<void> {
  const { valid, issues } = await checkFlow(sql, key, content);
  if (valid) return;
  const errors = issues.filter((issue) => issue.severity === 'error' && concerns(issue, part));
  if (errors.length === 0) return;
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  throw new AppError(
    'FLOW_INVALID',
    `The flow cannot run: validation found ${count}. See details.`,
    errors.map(toDetail),
  );
}

/** Whether an issue is about a node or edge of this part, or about the flow as a whole. */
function concerns({ nodeId, edgeId }: Issue, { nodes, edges }: Graph): boolean {
  if (nodeId !== undefined) return nodes.some(({ id }) => id === nodeId);
  return edgeId === undefined || edges.some(({ id }) => id === edgeId);
}

function ruleInput({ nodes, edges, settings, variables }: CheckedContent, known?: KnownNames) {
  return { graph: { nodes, edges }, settings, variables, catalogue, ...known };
}

function toDetail({ ruleId, message, nodeId, edgeId, field }: Issue): ErrorDetail {
  return { rule: ruleId, message, ...(field && { field }), ...(nodeId && { nodeId }), ...(edgeId && { edgeId }) };
}
