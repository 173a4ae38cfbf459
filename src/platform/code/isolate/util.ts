/** What code of others uses of `node:util`. */
export function createUtil(web: { TextEncoder: unknown; TextDecoder: unknown }) {
  const inspect = (value: unknown): string => {
    const seen = new Set<unknown>();
    const plain = (_key: string, item: unknown): unknown => {
      if (typeof item === 'bigint') return `${item}n`;
      if (typeof item === 'function') return '[Function]';
      if (item instanceof Map || item instanceof Set) return [...item];
      if (typeof item !== 'object' || item === null) return item;
      if (seen.has(item)) return '[Circular]';
      seen.add(item);
      return item;
    };
    return JSON.stringify(value, plain, 2) ?? String(value);
  };
  const shown = (value: unknown): string => (typeof value === 'string' ? value : inspect(value));
  return {
    TextEncoder: web.TextEncoder,
    TextDecoder: web.TextDecoder,
    inspect,
    format: (first: unknown, ...rest: unknown[]): string => {
      const text = shown(first).replace(/%[sdijoO%]/g, (sign) => {
        if (sign === '%%') return '%';
        if (rest.length === 0) return sign;
        const value = rest.shift();
        return sign === '%d' || sign === '%i' ? String(Number(value)) : shown(value);
      });
      return [text, ...rest.map(shown)].join(' ');
    },
    promisify:
      (call: (...args: unknown[]) => void) =>
      (...args: unknown[]) =>
        new Promise((resolve, reject) => {
          call(...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
        }),
    isDeepStrictEqual,
  };
}

function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date) return one.getTime() === (other as Date).getTime();
  if (one instanceof Map || one instanceof Set) return isDeepStrictEqual([...one], [...(other as Set<unknown>)]);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) && isDeepStrictEqual(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  );
}
