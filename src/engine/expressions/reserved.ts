import { childrenOf, type Expr } from './references.js';

/*
 * `loop` is a root of expressions here, but a reserved word in CEL's grammar. It is renamed before parsing, to a name of
 * the same length so that positions stay valid, and renamed back in the parsed expression.
 */
const reserved = 'loop';
const hidden = 'l_op';

const word =
  /r?("""|''')(?:[^\\]|\\[\s\S])*?\1|r?"(?:[^"\\\n]|\\.)*"|r?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|(?<![\w.])loop(?!\w)/gi;

/** The source of an expression with the root `loop` renamed for the parser. */
export function hideReserved(source: string): string {
  return source.includes(reserved) ? source.replace(word, (found) => (found === reserved ? hidden : found)) : source;
}

/** Restores the name of the root `loop` in a parsed expression, in place. */
export function showReserved(expr: Expr): Expr {
  if (expr.exprKind.case === 'identExpr' && expr.exprKind.value.name === hidden) expr.exprKind.value.name = reserved;
  for (const child of childrenOf(expr)) showReserved(child);
  return expr;
}
