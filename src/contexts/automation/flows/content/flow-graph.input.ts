import { Field, Float, InputType } from 'type-graphql';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import { GathersKeys, HasJsonForm } from '../../../../platform/graphql/json-form.js';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { graphDescriptions } from './graph-descriptions.js';
import { flowEdgeForm, flowNodeForm } from './graph-forms.js';

@InputType({ description: graphDescriptions.position })
export class FlowNodePositionInput {
  @Field(() => Float, { description: graphDescriptions.x })
  x!: number;

  @Field(() => Float, { description: graphDescriptions.y })
  y!: number;
}

@HasJsonForm(flowNodeForm)
@InputType({ description: 'A node of a flow.' })
export class FlowNodeInput {
  @Field(() => String, { description: graphDescriptions.nodeId })
  id!: string;

  @Field(() => String, { description: graphDescriptions.type })
  type!: string;

  @Field(() => FlowNodePositionInput, { nullable: true, description: graphDescriptions.position })
  position?: FlowNodePositionInput;

  @Field(() => JsonObject, { nullable: true, description: graphDescriptions.data })
  data?: Record<string, unknown>;

  @Field(() => Json, { nullable: true, description: graphDescriptions.pinnedData })
  pinnedData?: unknown;

  @Field(() => JsonObject, { nullable: true, description: graphDescriptions.extra })
  @GathersKeys()
  extra?: Record<string, unknown> | null;
}

@HasJsonForm(flowEdgeForm)
@InputType({ description: 'An edge of a flow.' })
export class FlowEdgeInput {
  @Field(() => String, { description: graphDescriptions.edgeId })
  id!: string;

  @Field(() => String, { description: graphDescriptions.source })
  source!: string;

  @Field(() => String, { description: graphDescriptions.target })
  target!: string;

  @Field(() => String, { nullable: true, description: graphDescriptions.sourceHandle })
  sourceHandle?: string | null;

  @Field(() => String, { nullable: true, description: graphDescriptions.targetHandle })
  targetHandle?: string | null;

  @Field(() => JsonObject, { nullable: true, description: graphDescriptions.extra })
  @GathersKeys()
  extra?: Record<string, unknown> | null;
}

const fieldsOf = {
  nodes: ['id', 'type', 'position', 'data', 'pinnedData'],
  edges: ['id', 'source', 'target', 'sourceHandle', 'targetHandle'],
};

/**
 * The nodes or edges of an input as JSON, with the keys of editors beside the others. Those of stored content are JSON already.
 * Adds to `violations` for keys that are fields.
 */
export function graphItems(
  inputs: readonly (FlowNodeInput | FlowEdgeInput)[],
  of: 'nodes' | 'edges',
  violations: ErrorDetail[],
): object[] {
  return inputs.map((input, index) => {
    if (!(input instanceof FlowNodeInput || input instanceof FlowEdgeInput)) return input;
    const { extra, ...own } = input;
    if (!extra) return own;
    for (const key of fieldsOf[of].filter((name) => Object.hasOwn(extra, name))) {
      const message = `extra must not contain ${key}: send it as a field.`;
      violations.push({ field: `${of}[${index}].extra.${key}`, rule: 'GRAPH_INVALID', message });
    }
    return { ...own, ...extra };
  });
}
