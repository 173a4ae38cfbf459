import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

const known = new WeakMap<DocumentNode, number>();

/**
 * The fields that a document's largest operation or fragment selects, leaves included, each fragment counted wherever
 * it is spread. Takes as long as the document is long, so it may be asked before anything that takes longer. A fragment
 * inside itself counts once: such a document does not pass validation.
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
