import { Field, ObjectType } from 'type-graphql';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { NodeCategoryName, TriggerTypeName } from '../content/flow-enums.js';

@ObjectType({ simpleResolvers: true, description: 'A node of a type with some of its fields filled.' })
export class NodePreset {
  @Field(() => String)
  title!: string;

  @Field(() => NodeCategoryName, { description: 'The group of the node in an editor.' })
  category!: string;

  @Field(() => JsonObject, { description: 'The `data` of the node: the filled fields, which depend on the type.' })
  data!: Record<string, unknown>;
}

@ObjectType('NodeType', {
  simpleResolvers: true,
  description: 'A type of node, with all that an editor needs to show and configure it.',
})
export class NodeTypeEntry {
  @Field(() => String, { description: 'The type, for example `logic.if`.' })
  type!: string;

  @Field(() => String)
  title!: string;

  @Field(() => NodeCategoryName, { description: 'The group of the type in an editor.' })
  category!: string;

  @Field(() => String)
  description!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The capability that is required to store, activate or start a flow with this node, and of the user or API key that its executions run as; null for none.',
  })
  capability!: string | null;

  @Field(() => TriggerTypeName, {
    nullable: true,
    description: 'For triggers, the `settings.triggerType` that the node stands for; otherwise null.',
  })
  trigger?: string | null;

  @Field(() => JsonObject, { description: 'JSON Schema (2020-12) of the `data` of the node.' })
  fields!: Record<string, unknown>;

  @Field(() => JsonObject, {
    description:
      'The fields that are not resolved before the node runs, by name: `cel` (one expression without braces), `code`, or `template` (resolved each time it is needed).',
  })
  verbatim!: Record<string, unknown>;

  @Field(() => JsonObject, {
    description:
      'The fields that accept secrets, by name: `uses` sends them in a request, `handsOn` passes them to another flow. No other field may depend on a secret.',
  })
  sinks!: Record<string, unknown>;

  @Field(() => [String], {
    description:
      'The exits of the node; `error` is the last. Handles that depend on `data` are patterns, for example `case:ID`.',
  })
  sourceHandles!: string[];

  @Field(() => [String], { description: 'The entries of the node; empty for triggers.' })
  targetHandles!: string[];

  @Field(() => Boolean, { description: 'Whether the flow can continue at the handle `error` when a step fails.' })
  errorHandle!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the node affects anything outside the execution. In a simulation such a node returns `sample` and does not run.',
  })
  effects!: boolean;

  @Field(() => Json, { nullable: true, description: 'The output in a simulation: any value.' })
  sample!: unknown;

  @Field(() => JsonObject, {
    description: 'The `data` of a new node in an editor, with fields that depend on the type.',
  })
  initialData!: Record<string, unknown>;

  @Field(() => [NodePreset], {
    description: 'Nodes of the type with some fields filled, which an editor offers beside it; empty for most types.',
  })
  presets!: NodePreset[];
}
