import QuickLRU from 'quick-lru';

/** Up to twice as many are kept. */
const recent = 500;
const names = new QuickLRU<string, string>({ maxSize: recent });
let created = 0;

/** A statement with its label, which names it in Postgres' statistics. */
export function labelled(label: string, text: string): string {
  return `/* ${label} */ ${text}`;
}

/**
 * A statement that Postgres parses and plans once for each connection. Texts are built from a module's own fragments,
 * so there are few. Of many, those used last keep their names; connections end after a while, and with them what
 * Postgres keeps of the others.
 */
export function statement(text: string, values: unknown[]): { name: string; text: string; values: unknown[] } {
  let name = names.get(text);
  if (!name) {
    name = `s${created++}`;
    names.set(text, name);
  }
  return { name, text, values };
}
