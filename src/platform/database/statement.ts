const names = new Map<string, string>();
const namesAtMost = 1000;

/**
 * A statement that Postgres parses and plans once for each connection. Texts are built from a module's own fragments,
 * so there are few; beyond a thousand different ones, statements are not prepared.
 */
export function statement(text: string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  let name = names.get(text);
  if (!name && names.size < namesAtMost) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name ? { name, text, values } : { text, values };
}
