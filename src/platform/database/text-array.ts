import { ArrayType } from '@mikro-orm/postgresql';

/**
 * A list of texts in a `text[]` column, for any text. MikroORM's own type leaves most elements of its array literals
 * unquoted, where Postgres takes NULL in any case for no text at all and drops blanks at both ends, and writes line
 * breaks as JSON does, which Postgres reads as the letter n.
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map(quoted).join(',')}}`;
  }
}

/** Between quotes a backslash stands before what ends them, and before itself; all else is what it is. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
