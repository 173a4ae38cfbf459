import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { omitsNull } from '../omit-null.js';
import { manyOf, type ResolveMany } from './batched.js';

/** Whether a value may be null, and for a list, the same of its items. */
export interface Shape {
  nullable: boolean;
  items: Shape | null;
}

/** How a field is resolved, without what differs from run to run. */
export type PlannedInfo = Omit<GraphQLResolveInfo, 'variableValues' | 'path' | 'rootValue'> & {
  /** The selection inside of the field, for resolvers that return `JsonText`. */
  readonly inner?: PlannedSelection;
};

/** A field of a planned selection. */
export interface PlannedField {
  key: string;
  name: string;
  /** What precedes its value in the answer. */
  head: string;
  shape: Shape;
  definition: GraphQLField<unknown, unknown> | null;
  /** The text of a value without subfields; null for objects. */
  print: ((value: unknown) => string) | null;
  /** The text of every value: of `__typename`. */
  constant: string | null;
  many: ResolveMany | undefined;
  inner: PlannedSelection | null;
  /** For interfaces and unions: what is selected of each type. Their values are read from the object as they are. */
  possible: PossibleTypes | null;
  info: PlannedInfo;
}

export interface PossibleTypes {
  nameOf(value: unknown): string | undefined;
  selections: ReadonlyMap<string, PlannedSelection>;
}

export interface PlannedSelection {
  fields: readonly PlannedField[];
  /** Whether REST leaves out those that are null, see `OmitNull`. */
  omitsNull: boolean;
}

/** Thrown for what is not planned. */
const unplanned = new Error('This operation is not planned.');

/**
 * Plans a valid query, so that each of its fields is resolved once for all objects of its place.
 * @returns null for conditions (`@skip`, `@include`), introspection, and interfaces and unions with fields that are resolved
 */
export function planQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): PlannedSelection | null {
  const root = schema.getQueryType();
  if (!root || operation.operation !== 'query') return null;
  try {
    return new Planner(schema, document, operation).select(root, [operation.selectionSet]);
  } catch (error) {
    if (error === unplanned) return null;
    throw error;
  }
}

class Planner {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Record<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#operation = operation;
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  select(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): PlannedSelection {
    const nodes = new Map<string, FieldNode[]>();
    for (const set of sets) this.#collect(type, set, nodes);
    const fields = [...nodes].map(([key, some], index) => this.#field(type, key, some, index));
    return { fields, omitsNull: omitsNull(type) };
  }

  #collect(type: GraphQLObjectType, set: SelectionSetNode, into: Map<string, FieldNode[]>): void {
    for (const selection of set.selections) {
      if (selection.directives?.length) throw unplanned;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = into.get(key);
        if (known) known.push(selection);
        else into.set(key, [selection]);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments[selection.name.value];
      if (fragment && this.#applies(fragment.typeCondition?.name.value, type)) {
        this.#collect(type, fragment.selectionSet, into);
      }
    }
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const abstract = this.#schema.getType(condition);
    return isAbstractType(abstract) && this.#schema.isSubType(abstract, type);
  }

  #field(parentType: GraphQLObjectType, key: string, nodes: readonly FieldNode[], index: number): PlannedField {
    const name = nodes[0]?.name.value as string;
    const head = `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    const info = this.#info(parentType, name, nodes);
    if (name === '__typename') {
      const constant = JSON.stringify(parentType.name);
      return { key, name, head, constant, info, ...typename };
    }
    const definition = parentType.getFields()[name];
    if (!definition) throw unplanned;
    const type = getNamedType(definition.type);
    const shape = shapeOf(definition.type);
    const many = manyOf(definition);
    const rest = { key, name, head, shape, definition, many, constant: null, possible: null };
    if (isLeafType(type)) return { ...rest, print: printOf(type), inner: null, info };
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isAbstractType(type) && !shape.items)
      return { ...rest, print: null, inner: null, possible: this.#possible(type, sets, info), info };
    if (isAbstractType(type) || shape.items?.items) throw unplanned;
    const inner = this.select(type as GraphQLObjectType, sets);
    return { ...rest, print: null, inner, info: { ...info, inner } };
  }

  #possible(type: GraphQLAbstractType, sets: readonly SelectionSetNode[], info: PlannedInfo): PossibleTypes {
    const types = this.#schema.getPossibleTypes(type);
    const selections = new Map(types.map((one) => [one.name, this.select(one, sets)]));
    if (![...selections.values()].every(isOwnSelection)) throw unplanned;
    const resolve = type.resolveType as ((value: unknown, ...rest: unknown[]) => string | undefined) | undefined;
    return { selections, nameOf: (value) => resolve?.(value, undefined, info, type) };
  }

  #info(parentType: GraphQLObjectType, fieldName: string, fieldNodes: readonly FieldNode[]): PlannedInfo {
    const returnType = parentType.getFields()[fieldName]?.type as GraphQLOutputType;
    const shared = { schema: this.#schema, fragments: this.#fragments, operation: this.#operation };
    return { ...shared, fieldName, fieldNodes: [...fieldNodes], returnType, parentType };
  }
}

const typename = {
  shape: { nullable: false, items: null },
  definition: null,
  print: null,
  many: undefined,
  inner: null,
  possible: null,
};

/** Whether all values of a selection are in the object already. */
function isOwnSelection({ fields }: PlannedSelection): boolean {
  return fields.every(
    ({ constant, definition, inner, possible }) =>
      constant !== null || (!definition?.resolve && !possible && (inner === null || isOwnSelection(inner))),
  );
}

function shapeOf(type: GraphQLOutputType): Shape {
  const nullable = !isNonNullType(type);
  const inner = isNonNullType(type) ? type.ofType : type;
  return { nullable, items: isListType(inner) ? shapeOf(inner.ofType as GraphQLOutputType) : null };
}

/** The text of a value of a type without fields, as graphql-js and `JSON.stringify` would print it. */
function printOf(type: GraphQLLeafType): (value: unknown) => string {
  const print = (value: unknown) => {
    const serialized = type.serialize(value);
    if (serialized === null || serialized === undefined)
      throw new Error(`${type.name}.serialize returned no value for a value of the type ${typeof value}.`);
    return JSON.stringify(serialized);
  };
  if (type !== GraphQLString && type !== GraphQLID) return print;
  return (value) => (typeof value === 'string' ? JSON.stringify(value) : print(value));
}
