import type { Overlap } from '../../../../engine/index.js';
import type { NodeCategory, TriggerType } from '../../../../engine/node-shape.js';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import type { variableScopes, variableTypes } from './flow-content.js';

/** The closed sets of values of flows, as GraphQL enums. */
export const FlowStatus = defineEnum('FlowStatus', 'Whether a flow can be started.', {
  active: 'Its trigger starts executions.',
  paused: 'Its trigger starts nothing.',
});

export const TriggerTypeName = defineEnum('TriggerType', 'How a flow starts.', {
  manual: 'By a call of the API, or in the dashboard.',
  webhook: 'By a request to its URL.',
  form: 'By its form, when that is sent.',
  schedule: 'At the times of its schedule.',
  ai_tool: 'By an assistant that uses it as a tool.',
  crm_event: 'By an event of the workspace, for example a new contact.',
  voice_call: 'By the status of a voice call.',
  execution_failed: 'By the failure of an execution of another flow.',
  poll: 'By a new item of an HTTP API, which is asked again and again.',
  feed: 'By a new entry of an RSS or Atom feed.',
  page_change: 'By a change of a web page.',
  app: 'By something new in another service.',
} satisfies Record<TriggerType, string>);

export const VariableTypeName = defineEnum('FlowVariableType', 'The type of a variable of a flow.', {
  string: 'A text.',
  number: 'A number.',
  boolean: 'True or false.',
  object: 'A JSON object.',
  array: 'A JSON list.',
  json: 'Any JSON value.',
} satisfies Record<(typeof variableTypes)[number], string>);

export const VariableScopeName = defineEnum('FlowVariableScope', 'How long a variable keeps its value.', {
  flow: 'Each execution starts with the value of the flow.',
  execution: 'Each execution starts with null.',
} satisfies Record<(typeof variableScopes)[number], string>);

export const OverlapName = defineEnum(
  'FlowOverlap',
  'What happens to a start while as many executions of its key run as may.',
  {
    queue: 'It waits until one of them has ended.',
    skip: 'It starts nothing.',
    replace: 'The oldest one is cancelled, and the new one starts.',
  } satisfies Record<Overlap, string>,
);

export const NodeCategoryName = defineEnum('NodeCategory', 'The group of a node type in an editor.', {
  trigger: 'What starts a flow.',
  logic: 'Branches, loops, joins and delays.',
  flow: 'Calls of other flows.',
  data: 'Values and code.',
  state: 'What flows keep between executions.',
  event: 'Events that a flow publishes.',
  file: 'Files, and the data in them.',
  http: 'Requests to other servers.',
  ai: 'Models and assistants.',
  message: 'Messages to contacts.',
  wait: 'Waits for events and decisions.',
  crm: 'Records of the workspace.',
  voice: 'Voice calls.',
  webhook: 'Responses to webhooks.',
  workspace: 'Operations of the API in the workspace.',
  app: 'Actions and triggers of other services, and databases.',
} satisfies Record<NodeCategory, string>);

export const IssueSeverity = defineEnum('IssueSeverity', 'How much a broken rule matters.', {
  error: 'The flow cannot be activated or run.',
  warning: 'The flow can run, but probably not as intended.',
  info: 'A suggestion.',
});
