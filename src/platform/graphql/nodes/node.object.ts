import { Field, ID, InterfaceType } from 'type-graphql';

/** What `node(id)` finds. */
@InterfaceType('Node', {
  description:
    'A record with an ID that is unique among the records of all types. `node(id)` finds it. Steps are found by `Execution.step(id)` instead.',
})
export abstract class Node {
  @Field(() => ID)
  id!: string;
}
