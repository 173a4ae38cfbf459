/** The value at a path of fields, for example `auth.secretName`; undefined where there is none. */
export function valueIn(data: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isThere ? (value as Record<string, unknown>)[key] : undefined;
  }, data);
}
