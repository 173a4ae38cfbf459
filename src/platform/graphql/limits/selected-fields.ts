import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

const known = new WeakMap<DocumentNode, number>();

/**
 * The number of fields that a document's largest operation or fragment selects, including leaves, each fragment counted
 * wherever it is spread. Takes time linear in the length of the document, so it can precede slower checks. A fragment
 * inside itself counts once: validation refuses such a document.
 */
export function selectedFields(document: DocumentNode): number {
  let most = known.get(document);
  if (most === undefined) {
    const counting = new Counting(document);
    most = Math.max(
      0,
      ...document.definitions.map((definition) =>
        'selectionSet' in definition ? counting.ofSelections(definition.selectionSet) : 0,
      ),
    );
    known.set(document, most);
  }
  return most;
}

class Counting {
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #counts = new Map<string, number>();

  constructor({ definitions }: DocumentNode) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  ofSelections(set: SelectionSetNode | undefined): number {
    let fields = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) fields += this.#ofFragment(selection.name.value);
      else fields += (selection.kind === Kind.FIELD ? 1 : 0) + this.ofSelections(selection.selectionSet);
    }
    return fields;
  }

  #ofFragment(name: string): number {
    const counted = this.#counts.get(name);
    if (counted !== undefined) return counted;
    this.#counts.set(name, 0);
    const fields = this.ofSelections(this.#fragments.get(name)?.selectionSet);
    this.#counts.set(name, fields);
    return fields;
  }
}
