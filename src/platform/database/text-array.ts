import { ArrayType } from '@mikro-orm/postgresql';

/**
 * A list of texts in a `text[]` column, for any text. MikroORM's own type leaves most elements of its array literals
 * unquoted, where Postgres reads NULL (in any case) as null and trims blanks, and writes line breaks as JSON does,
 * which Postgres reads as the letter n.
 */
export class TextArray extends ArrayType<string> {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map(quoted).join(',')}}`;
  }
}

/** Inside quotes, a backslash precedes quotes and backslashes; all other characters stand for themselves. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
