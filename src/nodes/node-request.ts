import type { OutboundRequest } from '../platform/outbound/index.js';

/** An HTTP request of a node. */
export interface NodeRequest extends OutboundRequest {
  /** The ID or name of the connection whose credentials are added on the way. The node never sees them. */
  connection?: string;
}
