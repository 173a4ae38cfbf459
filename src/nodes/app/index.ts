import { z } from 'zod';
import type { NodeType } from '../define-node.js';
import { actionNode } from './action-node.js';
import type { Connector } from './connector-file.js';
import { connectorFiles } from './generated/connectors.js';
import { triggerNode } from './trigger-node.js';

export { spanishOf } from './app-texts.js';
export type { Connector, ConnectorAction, ConnectorTrigger } from './connector-file.js';
export { parseConnector } from './parse-connector.js';

/** The services that are declared in `src/connectors`, which the build has checked, by name. */
export const connectors: readonly Connector[] = connectorFiles as readonly Connector[];

/** The node types of a service: its triggers, then its actions. */
export function nodesOf(connector: Connector): NodeType[] {
  return [
    ...Object.entries(connector.triggers).map(([name, one]) => triggerNode(connector, name, one)),
    ...Object.entries(connector.actions).map(([name, one]) => actionNode(connector, name, one)),
  ];
}

/** The node types of all services. */
export const appNodes: readonly NodeType[] = connectors.flatMap(nodesOf);

/** What configures a trigger of a service. */
export const appTriggerConfig = z.object({
  node: z.string().describe('The type of the node, for example `app.github.newIssue`.'),
  data: z.record(z.string(), z.unknown()).describe('The fields of the node, which depend on the type.'),
});
