import { childrenOf, type Expr } from './references.js';

/*
 * `loop` is a root of expressions here, but a reserved word in CEL's grammar, and the name of a field may begin with `$`, as
 * that of a file does (`photo.$file.name`). Both are renamed before parsing, to a name of the same length so that
 * positions stay valid, and renamed back in the parsed expression.
 */
const reserved = 'loop';
const hidden = 'l_op';

const word =
  /r?("""|''')(?:[^\\]|\\[\s\S])*?\1|r?"(?:[^"\\\n]|\\.)*"|r?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|(?<![\w.])loop(?!\w)|\$(?<=\.\s*\$)[a-z_]\w*(?!\w|\s*\()/gi;

/** What stands in place of `$`: the first of them that makes a name which the source has nowhere else. */
const substitutes = '_abcdefghijklmnopqrstuvwxyz';

/** The source of an expression with its reserved names renamed for the parser. */
export interface HiddenSource {
  source: string;
  /** The names of fields that begin with `$`, by what stands for them. */
  fields: ReadonlyMap<string, string>;
}

/** Renames the root `loop` and the fields that begin with `$`. */
export function hideReserved(source: string): HiddenSource {
  const fields = new Map<string, string>();
  if (!source.includes(reserved) && !source.includes('$')) return { source, fields };
  const renamed = source.replace(word, (found) => {
    if (found === reserved) return hidden;
    if (!found.startsWith('$')) return found;
    const name = nameFor(found, source);
    if (name === null) return found;
    fields.set(name, found);
    return name;
  });
  return { source: renamed, fields };
}

/** A name of the same length; null where the source has all of them, so that the field stays an error of syntax. */
function nameFor(field: string, source: string): string | null {
  const names = Array.from(substitutes, (letter) => `${letter}${field.slice(1)}`);
  return names.find((name) => !source.includes(name)) ?? null;
}

/** Restores the names of the root `loop` and of fields in a parsed expression, in place. */
export function showReserved(expr: Expr, fields: HiddenSource['fields']): Expr {
  const { exprKind } = expr;
  if (exprKind.case === 'identExpr' && exprKind.value.name === hidden) exprKind.value.name = reserved;
  if (exprKind.case === 'selectExpr') exprKind.value.field = fields.get(exprKind.value.field) ?? exprKind.value.field;
  for (const child of childrenOf(expr)) showReserved(child, fields);
  return expr;
}
