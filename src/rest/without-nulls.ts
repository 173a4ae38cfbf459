/** The fields of data that are not null. @param everywhere also in objects and lists in it */
export function withoutNulls(data: object, everywhere: boolean): object {
  const kept = (value: unknown): unknown =>
    everywhere && typeof value === 'object' && value !== null ? withoutNulls(value, true) : value;
  if (Array.isArray(data)) return data.map(kept);
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [[name, kept(value)]])),
  );
}
