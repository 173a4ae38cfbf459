import { type NodeType, nodeTypes } from '../../src/nodes/index.js';

/** All node types, but of connectors, which one builder makes of their files, one action and one trigger. */
export const sampleNodeTypes: readonly NodeType[] = nodeTypes.filter(
  ({ category, type }) => category !== 'app' || ['app.slack.postMessage', 'app.slack.newMessage'].includes(type),
);
