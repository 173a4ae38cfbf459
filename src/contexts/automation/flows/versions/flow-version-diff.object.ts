import { Field, Int, ObjectType } from 'type-graphql';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A field that two versions hold differently' })
export class FlowFieldChange {
  @Field(() => String, { description: 'name, settings.timeout; of a node: position, data.url' })
  field!: string;

  @Field(() => Json, { nullable: true })
  before!: unknown;

  @Field(() => Json, { nullable: true })
  after!: unknown;
}

@ObjectType({ simpleResolvers: true, description: 'A node, edge or variable that both versions have' })
export class FlowElementChange {
  @Field(() => String, { description: 'Of the node or edge; the name of a variable' })
  id!: string;

  @Field(() => [FlowFieldChange])
  fields!: FlowFieldChange[];
}

@ObjectType({ simpleResolvers: true })
export class FlowListChanges {
  @Field(() => [JsonObject])
  added!: Record<string, unknown>[];

  @Field(() => [JsonObject])
  removed!: Record<string, unknown>[];

  @Field(() => [FlowElementChange])
  changed!: FlowElementChange[];
}

@ObjectType({ simpleResolvers: true, description: 'What makes one version of a flow of another' })
export class FlowVersionDiff {
  @Field(() => Int)
  version!: number;

  @Field(() => Int, { description: 'The version it is compared with; 0 is an empty flow' })
  against!: number;

  @Field(() => [FlowFieldChange], { description: 'Name, description, tags, folder and settings' })
  fields!: FlowFieldChange[];

  @Field(() => FlowListChanges)
  nodes!: FlowListChanges;

  @Field(() => FlowListChanges)
  edges!: FlowListChanges;

  @Field(() => FlowListChanges)
  variables!: FlowListChanges;
}
