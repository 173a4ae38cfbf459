import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isInputObjectType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { DeclaredRule } from '../../platform/graphql/allow.js';
import type { FieldRules } from '../../platform/graphql/rule-keywords.js';

/** A field that an operation selects, with its own selection. */
export interface SelectedField {
  name: string;
  field: GraphQLField<unknown, unknown>;
  type: GraphQLOutputType;
  below: SelectedField[];
  /** False if an answer can omit it: `@include`, `@skip`, or a fragment on one of several types. */
  always: boolean;
}

export interface ReadVariable {
  type: GraphQLInputType;
  description?: string;
  /** Of the argument, or the field of an input, that it is passed as. */
  deprecationReason?: string;
  /** The rules of what it is passed as. */
  rules?: FieldRules;
}

/** The parts of an operation that the documentation needs. */
export interface ReadOperation {
  name: string;
  kind: OperationDefinitionNode['operation'];
  variables: Map<string, ReadVariable>;
  selected: SelectedField[];
  /** The access rules of the selected fields, starting with the root field. */
  rules: DeclaredRule[];
  /** The business rules that the selected fields declare. */
  businessRules: string[];
}

const known = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, ReadOperation>>();

/** Reads an operation of the server itself; once a process. @throws Error for a document without a named operation */
export function readOperation(schema: GraphQLSchema, document: DocumentNode): ReadOperation {
  const documents = known.get(schema) ?? new WeakMap<DocumentNode, ReadOperation>();
  known.set(schema, documents);
  const operation = documents.get(document) ?? read(schema, document);
  documents.set(document, operation);
  return operation;
}

function read(schema: GraphQLSchema, document: DocumentNode): ReadOperation {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation?.name || !root) throw new Error('The operation must have a name and a root type in the schema.');
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const selected = selectedFields(schema, root, [operation.selectionSet], fragments);
  return {
    name: operation.name.value,
    kind: operation.operation,
    variables: readVariables(schema, operation),
    selected,
    rules: rulesOf(selected),
    businessRules: businessRulesOf(selected),
  };
}

function readVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): Map<string, ReadVariable> {
  const variables = new Map<string, ReadVariable>();
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const known = typeFromAST(schema, type) as GraphQLInputType | undefined;
    if (known) variables.set(variable.name.value, { type: known });
  }
  const describe = (value: ValueNode, as?: GraphQLArgument | GraphQLInputField | null): void => {
    const variable = value.kind === Kind.VARIABLE ? variables.get(value.name.value) : undefined;
    if (!variable || !as) return;
    if (as.description) variable.description ??= as.description;
    if (as.deprecationReason) variable.deprecationReason ??= as.deprecationReason;
    if (as.extensions.rules) variable.rules ??= as.extensions.rules;
  };
  const typeInfo = new TypeInfo(schema);
  visit(
    operation,
    visitWithTypeInfo(typeInfo, {
      Argument: ({ value }) => describe(value, typeInfo.getArgument()),
      ObjectField: ({ name, value }) => {
        const parent = getNamedType(typeInfo.getParentInputType());
        if (isInputObjectType(parent)) describe(value, parent.getFields()[name.value]);
      },
    }),
  );
  return variables;
}

function selectedFields(
  schema: GraphQLSchema,
  parent: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectedField[] {
  const byName = new Map<string, { nodes: FieldNode[]; always: boolean }>();
  const collect = (set: SelectionSetNode, always: boolean): void => {
    for (const selection of set.selections) {
      const surely = always && (selection.directives ?? []).length === 0;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const entry = byName.get(name) ?? { nodes: [], always: surely };
        entry.nodes.push(selection);
        entry.always ||= surely;
        byName.set(name, entry);
      } else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (!fragment) continue;
        const on = fragment.typeCondition?.name.value;
        collect(fragment.selectionSet, surely && (on === undefined || on === parent.name));
      }
    }
  };
  for (const set of sets) collect(set, true);
  return [...byName].flatMap(([name, { nodes, always }]) => {
    const field = parent.getFields()[nodes[0]?.name.value ?? ''];
    if (!field) return [];
    const inner = nodes.flatMap((node) => node.selectionSet ?? []);
    return [{ name, field, type: field.type, always, below: fieldsBelow(schema, field.type, inner, fragments) }];
  });
}

function fieldsBelow(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectedField[] {
  const named = getNamedType(type);
  if (isObjectType(named)) return selectedFields(schema, named, sets, fragments);
  if (!isCompositeType(named)) return [];
  // One of several types: the fields of all of them.
  const possible = schema.getPossibleTypes(named).flatMap((one) => selectedFields(schema, one, sets, fragments));
  const byName = new Map(possible.map((selected) => [selected.name, { ...selected, always: false }]));
  return [...byName.values()];
}

function businessRulesOf(selected: readonly SelectedField[]): string[] {
  return selected.flatMap(({ field, below }) => [...(field.extensions.businessRules ?? []), ...businessRulesOf(below)]);
}

function rulesOf(selected: readonly SelectedField[]): DeclaredRule[] {
  return selected.flatMap(({ field, below }) => {
    const rule = field.extensions.rule as DeclaredRule | undefined;
    return rule ? [rule, ...rulesOf(below)] : rulesOf(below);
  });
}
