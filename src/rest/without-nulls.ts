/** The fields of data that are not null. */
export function withoutNulls(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
