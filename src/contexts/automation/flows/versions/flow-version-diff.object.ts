import { Field, Int, ObjectType } from 'type-graphql';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A field that differs between two versions.' })
export class FlowFieldChange {
  @Field(() => String, {
    description: 'The path of the field, for example `settings.timeout`, or `data.url` for a node.',
  })
  field!: string;

  @Field(() => Json, {
    nullable: true,
    description: 'The value in the version `against`, of any type; null if it was not set.',
  })
  before!: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'The value in the version `version`, of any type; null if it is not set.',
  })
  after!: unknown;
}

@ObjectType({ simpleResolvers: true, description: 'A node, edge or variable that differs between two versions.' })
export class FlowElementChange {
  @Field(() => String, {
    name: 'elementId',
    simple: false,
    description: 'The ID of the node or edge, or the name of the variable.',
  })
  id!: string;

  @Field(() => [FlowFieldChange], { description: 'The fields that differ.' })
  fields!: FlowFieldChange[];
}

@ObjectType({ simpleResolvers: true, description: 'The nodes, edges or variables that differ between two versions.' })
export class FlowListChanges {
  @Field(() => [JsonObject], {
    description: 'Only in the version `version`: as JSON, because a list contains nodes, edges or variables.',
  })
  added!: Record<string, unknown>[];

  @Field(() => [JsonObject], {
    description: 'Only in the version `against`: as JSON, because a list contains nodes, edges or variables.',
  })
  removed!: Record<string, unknown>[];

  @Field(() => [FlowElementChange], { description: 'In both versions, with different fields.' })
  changed!: FlowElementChange[];
}

@ObjectType({ simpleResolvers: true, description: 'The differences between two versions of a flow.' })
export class FlowVersionDiff {
  @Field(() => Int, { description: 'The version that is compared.' })
  version!: number;

  @Field(() => Int, { description: 'The version to compare with; 0 is an empty flow.' })
  against!: number;

  @Field(() => [FlowFieldChange], { description: 'Changes of name, description, tags, folder and settings.' })
  fields!: FlowFieldChange[];

  @Field(() => FlowListChanges, { description: 'Changes of nodes.' })
  nodes!: FlowListChanges;

  @Field(() => FlowListChanges, { description: 'Changes of edges.' })
  edges!: FlowListChanges;

  @Field(() => FlowListChanges, { description: 'Changes of variables.' })
  variables!: FlowListChanges;
}
