import { BREAK, type DocumentNode, Kind, visit } from 'graphql';

const known = new WeakMap<DocumentNode, boolean>();

/**
 * Whether a document selects a field `cursor`: the position in the logs that belongs to what is read beside it, so that all of
 * it has to be read in one snapshot.
 */
export function selectsCursor(document: DocumentNode): boolean {
  let found = known.get(document);
  if (found === undefined) {
    found = false;
    visit(document, {
      [Kind.FIELD]({ name }) {
        if (name.value !== 'cursor') return undefined;
        found = true;
        return BREAK;
      },
    });
    known.set(document, found);
  }
  return found;
}
