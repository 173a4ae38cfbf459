import { IsOptional, Max, Min } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { stateTtlAtMost } from '../../../nodes/index.js';
import { Json } from '../../../platform/graphql/scalars.js';

@InputType({ description: 'The new value of an entry in the state of flows.' })
export class SetStateEntryInput {
  @Field(() => Json, {
    nullable: true,
    description: 'The value: any JSON of at most 64 KiB, as flows can store it. Defaults to null.',
  })
  value?: unknown;

  @Field(() => Json, {
    nullable: true,
    description:
      'The value that the entry must have, of any type as flows can store it, or null if it must be missing. Another value fails with `CONFLICT`. Defaults to any value.',
  })
  expected?: unknown;

  @Field(() => Int, {
    nullable: true,
    description: `The seconds after which the entry expires, at most ${stateTtlAtMost}. Defaults to never.`,
  })
  @IsOptional()
  @Min(1)
  @Max(stateTtlAtMost)
  ttlSeconds?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'What was deleted from the state of a flow.' })
export class ClearedState {
  @Field(() => Int, { description: 'The number of deleted entries.' })
  deleted!: number;
}
