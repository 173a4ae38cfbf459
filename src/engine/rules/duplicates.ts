/** Every item whose key an earlier item has too. Items without a key are ignored. */
export function duplicatesOf<T>(items: readonly T[], key: (item: T) => string | undefined): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const own = key(item);
    if (own === undefined) return false;
    if (seen.has(own)) return true;
    seen.add(own);
    return false;
  });
}
