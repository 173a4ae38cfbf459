import { expect, test } from '@jest/globals';
import {
  Arg,
  Args,
  ArgsType,
  buildSchemaSync,
  Field,
  FieldResolver,
  InputType,
  Int,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { argumentClasses, classOfInput, inputClasses } from '../../../src/platform/adapters/type-graphql.js';

@InputType('AdaptedInput')
class Input {
  @Field(() => Int)
  size!: number;
}
@ArgsType()
class Window {
  @Field(() => Int, { nullable: true })
  limit?: number;
}
@ObjectType('AdaptedThing')
class Thing {
  @Field(() => Int)
  id!: number;
}
@Resolver(() => Thing)
class Things {
  @Query(() => Thing)
  adapted(@Args(() => Window) _window: Window, @Arg('by', () => Input) _by: Input): Thing {
    return new Thing();
  }
  @FieldResolver(() => [Thing], { name: 'parts' })
  inner(@Args(() => Window) _window: Window): Thing[] {
    return [];
  }
}

test('the classes of inputs and of arguments are found by the names that the schema has', () => {
  buildSchemaSync({ resolvers: [Things], validate: false });
  expect(classOfInput('AdaptedInput')).toBe(Input);
  expect(classOfInput('Nothing')).toBeUndefined();
  expect(inputClasses()).toContainEqual({ name: 'AdaptedInput', target: Input });
  const found = argumentClasses({ query: 'Query', mutation: 'Mutation' }).filter(({ target }) => target === Window);
  expect(found).toEqual([
    { owner: 'Query', field: 'adapted', target: Window },
    { owner: 'AdaptedThing', field: 'parts', target: Window },
  ]);
});
