import type { GraphNode } from '../../../../engine/graph.js';
import { catalogue, rightsOfNode } from '../../../../nodes/index.js';
import type { Capability } from '../../../../platform/access/capabilities.js';
import type { Access } from '../../../../platform/access/principal.js';
import { AppError } from '../../../../platform/errors/errors.js';

/** A node, and the capability that its type requires and that is missing. */
export interface ForbiddenNode {
  nodeId: string;
  /** `The node find (crm.findContact) requires the capability contacts:read` */
  reason: string;
}

/** The nodes that require more than these capabilities, in the order of the graph. */
export function forbiddenNodes(
  nodes: readonly Pick<GraphNode, 'id' | 'type' | 'data'>[],
  held: ReadonlySet<Capability>,
): ForbiddenNode[] {
  return nodes.flatMap((node) => {
    const { id, type, data } = node;
    const { capability: own, reads } = catalogue.get(type) ?? {};
    const missing = rightsOfNode(node).filter((capability) => !held.has(capability));
    return missing.map((capability) => {
      const toRead =
        reads && capability !== own && typeof data.eventType === 'string' ? ` to read ${data.eventType}` : '';
      return { nodeId: id, reason: `The node ${id} (${type}) requires the capability ${capability}${toRead}` };
    });
  });
}

/**
 * Requires that the caller may do what the nodes of a flow do: asked of a caller who stores what a flow runs, activates it, or
 * starts it (docs/decisions/capabilities.md).
 * @throws AppError FORBIDDEN that names nodes and capabilities
 */
export function requireNodeRights({ capabilities }: Access, nodes: readonly GraphNode[]): void {
  const forbidden = forbiddenNodes(nodes, capabilities);
  if (!forbidden[0]) return;
  throw new AppError(
    'FORBIDDEN',
    `${forbidden[0].reason}. Ask an owner or admin of the workspace to grant it.`,
    forbidden.slice(0, listedAtMost).map(({ nodeId, reason }) => ({ nodeId, message: `${reason}.` })),
  );
}

const listedAtMost = 20;
