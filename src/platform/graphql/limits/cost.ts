import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isLeafType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { sizeOfAnswer } from '../../answers/answer-size.js';

/** Bytes of arguments that cost 1. */
const bytesOfOne = 1024;

const sizes = new WeakMap<object, number>();

/** The bytes of a variable as JSON. A large one is measured once, however many fields it is given to. */
function sizeOfValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? Buffer.byteLength(value) : 0;
  let bytes = sizes.get(value);
  if (bytes === undefined) {
    const size = sizeOfAnswer(value, Number.MAX_SAFE_INTEGER);
    bytes = 'bytes' in size ? size.bytes : Number.MAX_SAFE_INTEGER;
    sizes.set(value, bytes);
  }
  return bytes;
}

const usualItems = 20;
const itemsAtMost = 100;

/**
 * The cost of an operation: the number of objects that its answer may contain, and what its fields are given. Each object
 * and each JSON document costs 1, other values are free; a list is multiplied by its `limit` (20 by default and for lists
 * without one, at most 100). Each KiB of the arguments of a field costs 1, at each field that they are given to.
 * Variables need not match their types. Takes time linear in the length of the document, however often its fragments
 * are used.
 * @returns null if the document does not contain the operation
 */
export function costOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): number | null {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  return root ? new Costing(schema, document, operation, variables).ofSelections(operation.selectionSet, root) : null;
}

class Costing {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, number>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#variables = variables;
    const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  ofSelections(set: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): number {
    let cost = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        cost += this.#ofFragment(selection.name.value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value;
        cost += this.ofSelections(selection.selectionSet, condition ? this.#schema.getType(condition) : type);
      } else {
        cost += this.#ofField(selection, type);
      }
    }
    return cost;
  }

  #ofFragment(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A fragment inside itself costs nothing more; validation refuses such a document anyway.
    this.#known.set(name, 0);
    const fragment = this.#fragments.get(name);
    const cost = this.ofSelections(
      fragment?.selectionSet,
      this.#schema.getType(fragment?.typeCondition.name.value ?? ''),
    );
    this.#known.set(name, cost);
    return cost;
  }

  #ofField(node: FieldNode, parent: GraphQLNamedType | undefined): number {
    const fields = parent && 'getFields' in parent ? parent.getFields() : {};
    const field = fields[node.name.value] as GraphQLField<unknown, unknown> | undefined;
    // A rule of graphql itself limits introspection.
    if (!field) return 0;
    return this.#ofArguments(node) + this.#ofAnswer(node, field, fields);
  }

  /** Work grows with what a field is given, however little it answers. */
  #ofArguments(node: FieldNode): number {
    let bytes = 0;
    for (const { value } of node.arguments ?? []) bytes += this.#bytesOf(value);
    return Math.floor(bytes / bytesOfOne);
  }

  #bytesOf(value: ValueNode): number {
    if (value.kind === Kind.VARIABLE) return sizeOfValue(this.#variables[value.name.value]);
    if (value.kind === Kind.LIST) return value.values.reduce((bytes, entry) => bytes + this.#bytesOf(entry), 2);
    if (value.kind === Kind.OBJECT) return value.fields.reduce((bytes, entry) => bytes + this.#bytesOf(entry.value), 2);
    return value.loc ? value.loc.end - value.loc.start : 0;
  }

  #ofAnswer(node: FieldNode, field: GraphQLField<unknown, unknown>, fields: Readonly<Record<string, unknown>>): number {
    const type = getNamedType(field.type);
    if (isLeafType(type)) return type.name.startsWith('JSON') ? 1 : 0;
    if (type.name === 'Pagination') return 0;
    const inside = this.ofSelections(node.selectionSet, type);
    const isList = isListType(getNullableType(field.type));
    const isLimited = field.args.some((arg) => arg.name === 'limit');
    if (isLimited) return isList ? this.#limitOf(node) * (1 + inside) : 1 + this.#limitOf(node) * inside;
    if (field.args.some((arg) => arg.name === 'ids')) return this.#idsOf(node) * (1 + inside);
    // The limit of a page already covers its items.
    return (isList && !('pagination' in fields) ? usualItems : 1) * (1 + inside);
  }

  #limitOf(node: FieldNode): number {
    const sent = node.arguments?.find((argument) => argument.name.value === 'limit')?.value;
    const limit = sent?.kind === Kind.VARIABLE ? this.#valueOf(sent.name.value) : literal(sent);
    return typeof limit === 'number' ? Math.min(Math.max(limit, 1), itemsAtMost) : usualItems;
  }

  #idsOf(node: FieldNode): number {
    const sent = node.arguments?.find((argument) => argument.name.value === 'ids')?.value;
    const ids =
      sent?.kind === Kind.VARIABLE ? this.#variables[sent.name.value] : sent?.kind === Kind.LIST && sent.values;
    return Array.isArray(ids) ? Math.min(Math.max(ids.length, 1), itemsAtMost) : 1;
  }

  #valueOf(name: string): unknown {
    if (this.#variables[name] !== undefined) return this.#variables[name];
    return literal(
      this.#operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue,
    );
  }
}

function literal(value: { kind: string; value?: unknown } | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}
