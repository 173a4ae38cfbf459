import {
  BreakingChangeType,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { breaking, type ContractChange, distinct, notable } from './change.js';

/** What differs for clients of the GraphQL API. Descriptions do not count. */
export function compareGraphql(before: GraphQLSchema, after: GraphQLSchema): ContractChange[] {
  const answered = typesOfAnswers(before);
  const broken = findBreakingChanges(before, after).map(({ type, description }) =>
    breaking(namesIn(description), wordingOf(type, description)),
  );
  const others = findDangerousChanges(before, after).flatMap(({ type, description }) => {
    const names = namesIn(description);
    if (type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE) return [breaking(names, wordingOf(type, description))];
    const isGrowing = growing.has(type) && answered.has(names[0] ?? '');
    const what = type === DangerousChangeType.VALUE_ADDED_TO_ENUM ? 'value' : 'type';
    return isGrowing ? [notable(names.slice(1), `a new ${what} of ${names[0]}`)] : [];
  });
  return distinct([...broken, ...others]);
}

const growing: ReadonlySet<string> = new Set([
  DangerousChangeType.VALUE_ADDED_TO_ENUM,
  DangerousChangeType.TYPE_ADDED_TO_UNION,
]);

/** The names of the types that fields return. */
function typesOfAnswers(schema: GraphQLSchema): Set<string> {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
  return new Set(
    types.flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
  );
}

/** The sentences of graphql-js, which has no other form of what has changed. */
const sentences: readonly [RegExp, (...names: string[]) => string[]][] = [
  [/^(\w+\.\w+) arg (\w+) /, (field, argument) => [field, argument]],
  [/^A required arg (\w+) on (?:directive )?(\w+(?:\.\w+)?) /, (argument, field) => [field, argument]],
  [/^A required field (\w+) on input type (\w+) /, (field, type) => [`${type}.${field}`]],
  [/^(\w+) was (?:removed from|added to) (?:enum|union) type (\w+)\./, (value, type) => [type, value]],
  [/^(\w+) was removed from (\w+)\.$/, (argument, directive) => [directive, argument]],
  [/^Repeatable flag was removed from (\w+)\.$/, (directive) => [directive]],
  [/^Standard scalar (\w+) /, (type) => [type]],
  [/^(\w+) no longer implements interface (\w+)\./, (type, other) => [type, other]],
  [/^(\w+(?:\.\w+)?) /, (name) => [name]],
] as readonly [RegExp, (...names: string[]) => string[]][];

function namesIn(description: string): string[] {
  for (const [pattern, names] of sentences) {
    const match = pattern.exec(description);
    if (match) return names(...match.slice(1));
  }
  return [description];
}

/** The end of the sentence, behind what is named. */
function wordingOf(type: string, description: string): string {
  const [, change] = /(changed .*|has changed .*)\.$/.exec(description) ?? [];
  if (change) return change.startsWith('has') ? change.slice('has '.length) : change;
  if (type === BreakingChangeType.REQUIRED_ARG_ADDED) return 'the argument is required';
  return type === BreakingChangeType.REQUIRED_INPUT_FIELD_ADDED ? 'it is required' : 'it was removed';
}
