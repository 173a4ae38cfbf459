const placeholder = /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}/g;

/**
 * Puts values into the places of `{{contact.name}}` and the like; nothing where there is no value.
 * @param write makes a value fit where the text goes, as HTML
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  write: (value: string) => string = (value) => value,
): string {
  return text.replace(placeholder, (_, path: string) => write(asText(valueAt(values, path.split('.')))));
}

function valueAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
