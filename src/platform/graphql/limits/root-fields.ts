import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { DeclaredRule } from '../allow.js';

/**
 * The first root field of an operation that requires a credential; undefined if all are public. Fields that the schema
 * does not contain are ignored: validation reports them.
 */
export function closedRootField(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): FieldNode | undefined {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return rootFields(document, operation).find(({ name }) => {
    const field = fields[name.value];
    return field !== undefined && !(field.extensions.rule as DeclaredRule | undefined)?.public;
  });
}

/** Includes fields inside fragments, each fragment once. */
function rootFields({ definitions }: DocumentNode, operation: OperationDefinitionNode): FieldNode[] {
  const found: FieldNode[] = [];
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) found.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        for (const definition of definitions) {
          if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value)
            collect(definition.selectionSet);
        }
      }
    }
  };
  collect(operation.selectionSet);
  return found;
}
