import { IsInt, Max, Min } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';

/** When a flow is held before a node. A type alias, because settings are records that the rules read. */
export type HoldSettings = {
  /** Executions that fail for one cause until it is held. */
  failures: number;
  /** The seconds within which they fail. */
  seconds: number;
};

const atMost = { failures: 1_000, seconds: 86_400 };
const descriptions = {
  hold: 'When later executions wait before a node instead of failing at it, as others did.',
  failures: `Executions that fail at one node, with one error code and for one host of its request, until the flow is held there. At least 1, at most ${atMost.failures}.`,
  seconds: `The seconds within which they fail, at least 1, at most ${atMost.seconds}.`,
};

@InputType({ description: descriptions.hold })
export class HoldSettingsInput implements HoldSettings {
  @Field(() => Int, { description: descriptions.failures })
  @IsInt()
  @Min(1)
  @Max(atMost.failures)
  failures!: number;

  @Field(() => Int, { description: descriptions.seconds })
  @IsInt()
  @Min(1)
  @Max(atMost.seconds)
  seconds!: number;
}

@ObjectType('HoldSettings', { simpleResolvers: true, description: descriptions.hold })
export class HoldSettingsObject implements HoldSettings {
  @Field(() => Int, { description: descriptions.failures })
  failures!: number;

  @Field(() => Int, { description: descriptions.seconds })
  seconds!: number;
}
