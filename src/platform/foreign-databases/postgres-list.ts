/** A list as Postgres writes it: `{1,"a b",null,{2}}`, which may begin with its bounds. */
export function parseList(text: string, decode: (entry: string) => unknown): unknown[] {
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0;
  const readList = (): unknown[] => {
    const entries: unknown[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      entries.push(readEntry());
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return entries;
  };
  const readEntry = (): unknown => {
    if (text[at] === '{') return readList();
    if (text[at] === '"') return decode(readQuoted());
    const begin = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const entry = text.slice(begin, at);
    return entry === 'NULL' ? null : decode(entry);
  };
  const readQuoted = (): string => {
    let value = '';
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at] ?? '';
    }
    at += 1;
    return value;
  };
  return readList();
}
