/**
 * A source handle for each entry of a list in a node's data: `case:a`, `case:b`. Accepts any data of a draft; two entries
 * with the same ID are one handle.
 */
export function handlesById(prefix: string, list: unknown): string[] {
  const ids = Array.isArray(list) ? list.map((one) => (one as { id?: unknown } | null)?.id) : [];
  const named = ids.filter((id) => (typeof id === 'string' && id !== '') || typeof id === 'number');
  return [...new Set(named.map((id) => `${prefix}:${id}`))];
}
