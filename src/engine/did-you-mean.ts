import leven from 'leven';

/** Changed characters up to which a name counts as a misspelling of another one: 2 of 5. */
const share = 0.4;
const longest = 100;

/** The name that was probably meant; null if none is similar. */
function similarName(name: string, names: Iterable<string>): string | null {
  const written = name.slice(0, longest).toLowerCase();
  let nearest: { name: string; distance: number } | null = null;
  for (const known of names) {
    const distance = distanceOf(written, known.toLowerCase());
    const isNear = distance <= Math.max(1, Math.floor(Math.max(written.length, known.length) * share));
    if (isNear && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name: known, distance };
  }
  return nearest?.name ?? null;
}

/** ` Did you mean "split"?`, to be appended to a message; empty if no name is similar. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const similar = similarName(name, names);
  return similar === null ? '' : ` Did you mean "${similar}"?`;
}

/** Edits between two names; swapped letters, the most frequent slip, are one. */
function distanceOf(written: string, known: string): number {
  const isSwapped = written !== known && lettersOf(written) === lettersOf(known);
  return isSwapped ? 1 : leven(written, known);
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}
