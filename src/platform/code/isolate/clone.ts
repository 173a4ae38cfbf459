type Copy = (value: unknown) => unknown;

/** Copies like the function of the same name elsewhere: with circles, maps, sets, dates and buffers; functions are refused. */
export function structuredClone(value: unknown): unknown {
  const copies = new Map<object, unknown>();
  const copy: Copy = (item) => {
    if (typeof item === 'function' || typeof item === 'symbol')
      throw new TypeError(`${String(item).slice(0, 100)} could not be cloned.`);
    if (typeof item !== 'object' || item === null) return item;
    if (!copies.has(item)) copyObject(item, copies, copy);
    return copies.get(item);
  };
  return copy(value);
}

function copyObject(item: object, copies: Map<object, unknown>, copy: Copy): void {
  const known = <T>(made: T): T => {
    copies.set(item, made);
    return made;
  };
  if (item instanceof Date) known(new Date(item.getTime()));
  else if (item instanceof RegExp) known(new RegExp(item.source, item.flags));
  else if (item instanceof Map) {
    const made = known(new Map());
    for (const [key, one] of item) made.set(copy(key), copy(one));
  } else if (item instanceof Set) {
    const made = known(new Set());
    for (const one of item) made.add(copy(one));
  } else if (item instanceof ArrayBuffer) known(item.slice(0));
  else if (ArrayBuffer.isView(item)) known(copyView(item, copy(item.buffer) as ArrayBuffer));
  else if (item instanceof Error) known(Object.assign(new Error(item.message), { name: item.name }));
  else if (item instanceof Number || item instanceof String || item instanceof Boolean) known(Object(item.valueOf()));
  else if (Array.isArray(item)) {
    const made = known(new Array<unknown>(item.length));
    for (const [key, one] of Object.entries(item)) made[Number(key)] = copy(one);
  } else {
    const made = known<Record<string, unknown>>({});
    for (const [key, one] of Object.entries(item))
      Object.defineProperty(made, key, { value: copy(one), writable: true, enumerable: true, configurable: true });
  }
}

function copyView(view: ArrayBufferView, buffer: ArrayBuffer): ArrayBufferView {
  if (view instanceof DataView) return new DataView(buffer, view.byteOffset, view.byteLength);
  const { length } = view as Uint8Array;
  // A Buffer becomes a Uint8Array.
  const Kind = view instanceof Uint8Array ? Uint8Array : (view.constructor as Uint8ArrayConstructor);
  return new Kind(buffer, view.byteOffset, length);
}
