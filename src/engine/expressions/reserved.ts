import { childrenOf, type Expr } from './references.js';

/*
 * `loop` is a root of ours and a reserved word of CEL's grammar. It is hidden from the parser under a name of the same
 * length, so that positions stay, and shown again in what was parsed.
 */
const reserved = 'loop';
const hidden = 'l_op';

const word =
  /r?("""|''')(?:[^\\]|\\[\s\S])*?\1|r?"(?:[^"\\\n]|\\.)*"|r?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|(?<![\w.])loop(?!\w)/gi;

/** The source of an expression with the root `loop` under its other name. */
export function hideReserved(source: string): string {
  return source.includes(reserved) ? source.replace(word, (found) => (found === reserved ? hidden : found)) : source;
}

/** The same expression with the root `loop` under its own name; changed in place. */
export function showReserved(expr: Expr): Expr {
  if (expr.exprKind.case === 'identExpr' && expr.exprKind.value.name === hidden) expr.exprKind.value.name = reserved;
  for (const child of childrenOf(expr)) showReserved(child);
  return expr;
}
