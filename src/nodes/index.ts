import type { GraphNode } from '../engine/graph.js';
import type { Capability } from '../platform/access/capabilities.js';
import { agentNode } from './ai/agent.js';
import { classifyNode } from './ai/classify.js';
import { extractNode } from './ai/extract.js';
import { generateNode } from './ai/generate.js';
import { appNodes } from './app/index.js';
import { mysqlNodes } from './app/mysql.js';
import { postgresNodes } from './app/postgres.js';
import { createOpportunityNode } from './crm/create-opportunity.js';
import { findContactNode } from './crm/find-contact.js';
import { moveOpportunityNode } from './crm/move-opportunity.js';
import { startSequenceNode, stopSequenceNode } from './crm/sequences.js';
import { tagContactNode } from './crm/tag-contact.js';
import { upsertContactNode } from './crm/upsert-contact.js';
import { aggregateNode } from './data/aggregate.js';
import { batchNode } from './data/batch.js';
import { codeNode } from './data/code.js';
import { dedupeNode } from './data/dedupe.js';
import { filterNode } from './data/filter.js';
import { htmlExtractNode } from './data/html-extract.js';
import { joinNode } from './data/join.js';
import { setNode } from './data/set.js';
import { sortNode } from './data/sort.js';
import { transformNode } from './data/transform.js';
import type { NodeType } from './define-node.js';
import { publishEventNode } from './event/publish.js';
import { buildFileNode } from './file/build.js';
import { createFileNode } from './file/create.js';
import { parseFileNode } from './file/parse.js';
import { flowCallNode } from './flow/call.js';
import { requestNode } from './http/request.js';
import { delayNode } from './logic/delay.js';
import { exitNode } from './logic/exit.js';
import { ifNode } from './logic/if.js';
import { loopNode } from './logic/loop.js';
import { mergeNode } from './logic/merge.js';
import { raceNode } from './logic/race.js';
import { splitNode } from './logic/split.js';
import { stopNode } from './logic/stop.js';
import { switchNode } from './logic/switch.js';
import { emailNode } from './message/email.js';
import { smsNode } from './message/sms.js';
import { waitReplyNode } from './message/wait-reply.js';
import { whatsappNode } from './message/whatsapp.js';
import { whatsappTemplateNode } from './message/whatsapp-template.js';
import { type PollSource, SourceError } from './poll-source.js';
import type { StoredKind } from './record-kinds.js';
import { stateGetNode } from './state/get.js';
import { stateIncrementNode } from './state/increment.js';
import { stateSeenNode } from './state/seen.js';
import { stateSetNode } from './state/set.js';
import { aiToolTrigger } from './trigger/ai-tool.js';
import { crmEventTrigger } from './trigger/crm-event.js';
import { executionFailedTrigger } from './trigger/execution-failed.js';
import { feedTrigger } from './trigger/feed.js';
import { formTrigger } from './trigger/form.js';
import { manualTrigger } from './trigger/manual.js';
import { pageChangeTrigger } from './trigger/page-change.js';
import { pollTrigger } from './trigger/poll.js';
import { readSchedule, scheduleTrigger } from './trigger/schedule.js';
import { voiceCallTrigger } from './trigger/voice-call.js';
import { webhookTrigger } from './trigger/webhook.js';
import { callNode } from './voice/call.js';
import { approvalNode } from './wait/approval.js';
import { callbackNode } from './wait/callback.js';
import { eventNode } from './wait/event.js';
import { formNode } from './wait/form.js';
import { untilNode } from './wait/until.js';
import { respondNode } from './webhook/respond.js';
import { workspaceRequestNode } from './workspace/request.js';

export { appTriggerConfig, type Connector, connectors } from './app/index.js';
export type * from './database-port.js';
export {
  defineNode,
  type EventFilter,
  type FlowCallRequest,
  type GraphNames,
  type LogLevel,
  type NodeContext,
  type NodeType,
  type Outcome,
  type VisibleExecution,
} from './define-node.js';
export { describeFields, describeNode, type NodeDescription } from './describe-node.js';
export {
  appointmentEvents,
  contactEvents,
  conversationEvents,
  customEvent,
  customEventPattern,
  definitionOf,
  documentedEvents,
  eventDefinitions,
  executionEvents,
  longestCustomEvent,
  messageEvents,
  opportunityEvents,
  sampleOf,
  workspaceEvents,
} from './events/index.js';
export { findSampleFile, sampleData, sampleFile } from './file/sample-file.js';
export {
  type FormDefinition,
  type FormField,
  formDefinition,
  formFieldTypes,
  pageOf,
  pagesOf,
} from './form/form-fields.js';
export { nameOfAnswer } from './http/name-of-answer.js';
export { eachNode } from './logic/each.js';
export { smsSize } from './message/sms-segments.js';
export type { NodeRequest } from './node-request.js';
export { type Polled, type PolledItem, type PollSource, SourceError } from './poll-source.js';
export type * from './ports.js';
export { type Rate, rateField } from './rate-field.js';
export type { StoredKind } from './record-kinds.js';
export { isStateKey, stateKeyRule, stateTtlAtMost } from './state/state-key.js';
export { type CrmEventType, crmEventNames, crmEventTypes } from './trigger/crm-event-types.js';
export {
  type DueTimes,
  dueTimes,
  isTimezone,
  jittered,
  nextScheduledTime,
  type ScheduleConfig,
} from './trigger/schedule-times.js';
export { voiceCallEvents } from './trigger/voice-call.js';
export { includesAddress, type WebhookChallenge, webhookMethods } from './trigger/webhook-access.js';
export type { WebhookAuth } from './trigger/webhook-auth.js';
export { addressCalled, addressKey, earlyCallDays } from './wait/at-address.js';
export { type WebhookResponse, webhookResponse } from './webhook/response.js';
export { type InputSchema, type Operation, operations, resolved, sampleOfOperation } from './workspace/operations.js';
export { workspaceSender } from './workspace-sender.js';

export { readSchedule };

/** Every node type, in the order in which the catalogue lists them. */
export const nodeTypes: readonly NodeType[] = [
  manualTrigger,
  webhookTrigger,
  formTrigger,
  scheduleTrigger,
  aiToolTrigger,
  crmEventTrigger,
  voiceCallTrigger,
  executionFailedTrigger,
  pollTrigger,
  feedTrigger,
  pageChangeTrigger,
  ifNode,
  switchNode,
  loopNode,
  mergeNode,
  raceNode,
  exitNode,
  delayNode,
  splitNode,
  stopNode,
  setNode,
  transformNode,
  filterNode,
  sortNode,
  aggregateNode,
  joinNode,
  dedupeNode,
  batchNode,
  htmlExtractNode,
  createFileNode,
  parseFileNode,
  buildFileNode,
  codeNode,
  stateGetNode,
  stateSetNode,
  stateIncrementNode,
  stateSeenNode,
  publishEventNode,
  requestNode,
  ...postgresNodes,
  ...mysqlNodes,
  flowCallNode,
  eventNode,
  callbackNode,
  formNode,
  untilNode,
  approvalNode,
  generateNode,
  classifyNode,
  extractNode,
  agentNode,
  emailNode,
  smsNode,
  whatsappNode,
  whatsappTemplateNode,
  waitReplyNode,
  findContactNode,
  upsertContactNode,
  tagContactNode,
  createOpportunityNode,
  moveOpportunityNode,
  startSequenceNode,
  stopSequenceNode,
  workspaceRequestNode,
  callNode,
  respondNode,
  ...appNodes,
];

/** The kinds of records that nodes refer to, each once. */
export const recordKinds: readonly StoredKind[] = [
  ...new Map(
    nodeTypes.flatMap(({ references = {} }) => Object.values(references).map((kind) => [kind.name, kind])),
  ).values(),
];

/** The node types by `type`. */
export const catalogue: ReadonlyMap<string, NodeType> = new Map(nodeTypes.map((node) => [node.type, node]));

/**
 * How a stored trigger looks for something new. One of a service names its node.
 * @throws SourceError for a node that no longer exists
 */
export function pollSourceOf(trigger: string, config: Readonly<Record<string, unknown>>): PollSource {
  const isOf = ({ type, trigger: own }: NodeType) => own === trigger && (trigger !== 'app' || type === config.node);
  const source = nodeTypes.find(isOf)?.poll;
  if (source) return source;
  throw new SourceError(`The trigger ${config.node ?? trigger} does not exist here. Choose another one.`);
}

/** The capabilities that a node of a flow requires: to do what it does, and to read what it shows. */
export function rightsOfNode({ type, data }: Pick<GraphNode, 'type' | 'data'>): readonly Capability[] {
  const node = catalogue.get(type);
  return node ? [...new Set([...(node.capability ? [node.capability] : []), ...(node.reads?.(data) ?? [])])] : [];
}
