import { z } from 'zod';
import { errorHandle, targetHandlesOf } from '../engine/handles.js';
import type { NodeCategory, TriggerType } from '../engine/node-shape.js';
import type { NodeType } from './define-node.js';

/** A node type as the catalogue publishes it. */
export interface NodeDescription {
  type: string;
  title: string;
  category: NodeCategory;
  description: string;
  /** Of triggers: the `settings.triggerType` that it stands for. */
  trigger: TriggerType | null;
  /** JSON Schema (2020-12) of the type's own fields, enough to draw a form. */
  fields: Record<string, unknown>;
  /** Fields that are no templates, by name. */
  verbatim: Readonly<Record<string, 'cel' | 'code'>>;
  /** `error` is last where there is one; handles that depend on data are written as `case:ID`. */
  sourceHandles: readonly string[];
  targetHandles: readonly string[];
  /** Whether a failed step may leave by the handle `error`. */
  errorHandle: boolean;
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
    trigger: node.trigger ?? null,
    fields: z.toJSONSchema(node.fields, { io: 'input', unrepresentable: 'any' }),
    verbatim: node.verbatim ?? {},
    sourceHandles: publishedHandles(node),
    targetHandles: targetHandlesOf(node),
    errorHandle: node.errorHandle ?? false,
    effects,
    sample,
    example,
  };
}

function publishedHandles({ sourceHandles, handlePatterns, errorHandle: fails }: NodeType): readonly string[] {
  const own = handlePatterns ?? (typeof sourceHandles === 'function' ? sourceHandles({}) : sourceHandles);
  return fails ? [...own, errorHandle] : own;
}
