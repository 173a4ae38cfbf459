import type { FieldNode, FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** The fields that a query requests below some point, by field name (aliases of one field are merged). */
export interface RequestedFields {
  has(name: string): boolean;
  /** The fields requested inside a field; empty if the field itself is not requested. */
  below(name: string): RequestedFields;
}

interface Tree {
  fields: Map<string, Tree>;
}

const emptyTree = (): Tree => ({ fields: new Map() });

interface Known {
  nodes: readonly FieldNode[];
  view: RequestedFields;
}

// Documents are parsed once and cached, so the nodes of a field identify its selection. One node alone does not: a
// fragment that is spread twice may be merged with other nodes at one of its places.
const views = new WeakMap<object, Known[]>();

/**
 * The fields that the query selects of this field, so that a read selects no more. Returns the same object for the same
 * field of a document, so that values derived from it can be cached by it. `@skip` and `@include` are ignored: reading
 * too many columns is harmless.
 */
export function requestedFields(info: GraphQLResolveInfo): RequestedFields {
  const key = info.fieldNodes[0] as object;
  const known = views.get(key) ?? [];
  const same = known.find(({ nodes }) => areSame(nodes, info.fieldNodes));
  if (same) return same.view;
  const tree = emptyTree();
  for (const node of info.fieldNodes) collect(node.selectionSet, info.fragments, tree);
  const made = view(tree);
  views.set(key, [...known, { nodes: info.fieldNodes, view: made }]);
  return made;
}

function areSame(some: readonly FieldNode[], others: readonly FieldNode[]): boolean {
  return some.length === others.length && some.every((node, index) => node === others[index]);
}

function view(tree: Tree): RequestedFields {
  const inner = new Map<string, RequestedFields>();
  return {
    has: (name) => tree.fields.has(name),
    below(name) {
      const known = inner.get(name) ?? view(tree.fields.get(name) ?? emptyTree());
      inner.set(name, known);
      return known;
    },
  };
}

function collect(
  set: SelectionSetNode | undefined,
  fragments: Record<string, FragmentDefinitionNode>,
  into: Tree,
): void {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === 'Field') {
      const { value: name } = selection.name;
      const inner = into.fields.get(name) ?? emptyTree();
      into.fields.set(name, inner);
      collect(selection.selectionSet, fragments, inner);
    } else if (selection.kind === 'InlineFragment') {
      collect(selection.selectionSet, fragments, into);
    } else {
      collect(fragments[selection.name.value]?.selectionSet, fragments, into);
    }
  }
}
