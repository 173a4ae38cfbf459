import { Field, ObjectType } from 'type-graphql';
import { nodeCategories } from '../../../../engine/node-shape.js';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';

@ObjectType('NodeType', { simpleResolvers: true, description: 'What nodes of a type are: all that an editor needs' })
export class NodeTypeEntry {
  @Field(() => String, { description: "A node's type, as logic.if" })
  type!: string;

  @Field(() => String)
  title!: string;

  @Field(() => String, { description: `One of ${nodeCategories.join(', ')}` })
  category!: string;

  @Field(() => String)
  description!: string;

  @Field(() => String, { nullable: true, description: 'Of triggers: the settings.triggerType that it stands for' })
  trigger?: string | null;

  @Field(() => JsonObject, { description: "JSON Schema (2020-12) of the fields in a node's data" })
  fields!: Record<string, unknown>;

  @Field(() => JsonObject, { description: 'Fields that are no templates: cel (one bare expression) or code, by name' })
  verbatim!: Record<string, unknown>;

  @Field(() => [String], { description: 'Error last; handles that depend on data are patterns, as case:ID' })
  sourceHandles!: string[];

  @Field(() => [String])
  targetHandles!: string[];

  @Field(() => Boolean, { description: 'Whether a failed step may leave by the handle error' })
  errorHandle!: boolean;

  @Field(() => Boolean, { description: 'Whether it reaches outside; in a simulation it answers with its sample' })
  effects!: boolean;

  @Field(() => Json, { nullable: true, description: 'The output of a simulation' })
  sample!: unknown;

  @Field(() => JsonObject, { description: 'Data to begin with' })
  example!: Record<string, unknown>;
}
