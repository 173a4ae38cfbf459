import { nodeCategories, triggerTypes } from '../../../../engine/node-shape.js';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import { variableScopes, variableTypes } from './flow-content.js';

/** The closed sets of values of flows, as GraphQL enums. */
export const FlowStatus = defineEnum('FlowStatus', 'Whether a flow can be started.', {
  active: 'Its trigger starts executions.',
  paused: 'Its trigger starts nothing.',
});

export const TriggerTypeName = defineEnum('TriggerType', 'How a flow starts.', triggerTypes);

export const VariableTypeName = defineEnum('FlowVariableType', 'The type of a variable of a flow.', variableTypes);

export const VariableScopeName = defineEnum('FlowVariableScope', 'How long a variable keeps its value.', {
  flow: 'Each execution starts with the value of the flow.',
  execution: 'Each execution starts with null.',
} satisfies Record<(typeof variableScopes)[number], string>);

export const NodeCategoryName = defineEnum('NodeCategory', 'The group of a node type in an editor.', nodeCategories);

export const IssueSeverity = defineEnum('IssueSeverity', 'How much a broken rule matters.', {
  error: 'The flow cannot be activated or run.',
  warning: 'The flow can run, but probably not as intended.',
  info: 'A suggestion.',
});
