import { z } from 'zod';
import { errorHandle, targetHandlesOf } from '../engine/handles.js';
import type { NodeCategory } from '../engine/node-shape.js';
import type { NodeType } from './define-node.js';

/** A node type as the catalogue publishes it. */
export interface NodeDescription {
  type: string;
  title: string;
  category: NodeCategory;
  description: string;
  /** JSON Schema (2020-12) of the type's own fields, enough to draw a form. */
  fields: Record<string, unknown>;
  /** `error` is last where there is one; handles that depend on data are written as `case:ID`. */
  sourceHandles: readonly string[];
  targetHandles: readonly string[];
  effects: boolean;
  sample: unknown;
  /** Data to begin with. */
  example: Readonly<Record<string, unknown>>;
}

/** Describes a node type for clients. Costs a schema conversion: call it once a type, not once a request. */
export function describeNode(node: NodeType): NodeDescription {
  const { type, title, category, description, effects, sample, example } = node;
  return {
    type,
    title,
    category,
    description,
    fields: z.toJSONSchema(node.fields, { io: 'input', unrepresentable: 'any' }),
    sourceHandles: publishedHandles(node),
    targetHandles: targetHandlesOf(node),
    effects,
    sample,
    example,
  };
}

function publishedHandles({ sourceHandles, handlePatterns, errorHandle: fails }: NodeType): readonly string[] {
  const own = handlePatterns ?? (typeof sourceHandles === 'function' ? sourceHandles({}) : sourceHandles);
  return fails ? [...own, errorHandle] : own;
}
