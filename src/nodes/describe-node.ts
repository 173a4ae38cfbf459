import { z } from 'zod';
import { errorHandle, targetHandlesOf, timeoutHandle } from '../engine/handles.js';
import type { NodeCategory, NodeShape, TriggerType } from '../engine/node-shape.js';
import type { Capability } from '../platform/access/capabilities.js';
import type { NodePreset, NodeType } from './define-node.js';

/** A node type as the catalogue publishes it. */
export interface NodeDescription {
  type: string;
  title: string;
  category: NodeCategory;
  description: string;
  /** What a caller who stores, activates or starts a flow with this node must be allowed to do; null for nothing. */
  capability: Capability | null;
  /** For triggers: the matching `settings.triggerType`. */
  trigger: TriggerType | null;
  /** JSON Schema (2020-12) of the type's own fields, from which a form can be built. */
  fields: Record<string, unknown>;
  /** Fields that are not templates, by name. */
  verbatim: NonNullable<NodeShape['verbatim']>;
  /** Fields that accept secrets, by name. */
  sinks: NonNullable<NodeShape['sinks']>;
  /** `timeout` and `error` are last where the type has them. Handles that depend on data are written as `case:ID`. */
  sourceHandles: readonly string[];
  targetHandles: readonly string[];
  /** Whether a failed step can leave by the handle `error`. */
  errorHandle: boolean;
  effects: boolean;
  sample: unknown;
  /** Data for a new node. */
  initialData: Readonly<Record<string, unknown>>;
  /** Nodes of the type with some fields filled, which an editor offers beside it. */
  presets: readonly NodePreset[];
}

/** Describes a node type for clients. Converts a schema, which is slow: call it once for each type, not for each request. */
export function describeNode(node: NodeType): NodeDescription {
  const { type, title, category, description, capability, effects, sample, example } = node;
  return {
    type,
    title,
    category,
    description,
    capability,
    trigger: node.trigger ?? null,
    fields: describeFields(node),
    verbatim: node.verbatim ?? {},
    sinks: node.sinks ?? {},
    sourceHandles: publishedHandles(node),
    targetHandles: targetHandlesOf(node),
    errorHandle: node.errorHandle ?? false,
    effects,
    sample,
    initialData: example,
    presets: node.presets ?? [],
  };
}

/** JSON Schema (2020-12) of a type's own fields. */
export function describeFields({ fields }: Pick<NodeType, 'fields'>): Record<string, unknown> {
  return z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' });
}

function publishedHandles(node: NodeType): readonly string[] {
  const { sourceHandles, handlePatterns, errorHandle: fails, timeoutHandle: timesOut } = node;
  const own = handlePatterns ?? (typeof sourceHandles === 'function' ? sourceHandles({}) : sourceHandles);
  return [...own, ...(timesOut ? [timeoutHandle] : []), ...(fails ? [errorHandle] : [])];
}
