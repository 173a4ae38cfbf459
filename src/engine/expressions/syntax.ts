import { ExpressionSyntaxError } from './errors.js';
import { deepestBrackets, deepestExpression, longestExpression } from './limits.js';
import { childrenOf, type Expr } from './references.js';

/**
 * The syntax error of an expression, for its author; null where there is none. Without `error` only the length and depth
 * are checked, which must happen before parsing.
 */
export function syntaxProblem(source: string, offset: number, error?: unknown): ExpressionSyntaxError | null {
  if (source === '') {
    return new ExpressionSyntaxError(
      offset,
      'The expression is empty',
      'Read a value, for example {{triggerData.name}}.',
    );
  }
  if (source.length > longestExpression) {
    const cure = `It must have at most ${longestExpression} characters.`;
    return new ExpressionSyntaxError(offset, `The expression has ${source.length} characters`, cure);
  }
  const deep = tooDeepAt(source);
  if (deep !== null) {
    const cure = `Brackets must be nested at most ${deepestBrackets} deep.`;
    return new ExpressionSyntaxError(offset + deep, 'The expression is nested too deep', cure);
  }
  if (error === undefined) return null;
  if (error instanceof RangeError) return tooNested(offset);
  const at = offsetOf(error) ?? 0;
  const found = source.slice(at, at + 1);
  const isCut = /^[-+*/%<>=!&|?:.,([{\s]*$/.test(source.slice(at));
  const problem = isCut ? 'The expression ends too early' : `Unexpected ${JSON.stringify(found)}`;
  return new ExpressionSyntaxError(offset + at, problem, cureOf(source, at));
}

/** The error of a parsed expression that is nested too deep to be evaluated, by whatever it is nested; null for any other. */
export function nestingProblem(expr: Expr, offset: number): ExpressionSyntaxError | null {
  let level = [expr];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepestExpression) return tooNested(offset);
    level = level.flatMap(childrenOf);
  }
  return null;
}

function tooNested(offset: number): ExpressionSyntaxError {
  const cure = `Operators, calls and paths must be nested at most ${deepestExpression} deep. Compute it in several steps.`;
  return new ExpressionSyntaxError(offset, 'The expression is nested too deep', cure);
}

function tooDeepAt(source: string): number | null {
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth > deepestBrackets) return at;
  }
  return null;
}

function offsetOf(error: unknown): number | undefined {
  const location = error instanceof Error && 'location' in error ? error.location : undefined;
  const start = (location as { start?: { offset?: unknown } } | undefined)?.start;
  return typeof start?.offset === 'number' ? start.offset : undefined;
}

function cureOf(source: string, at: number): string {
  if (/[“”‘’]/.test(source)) return 'Use straight quotes: " or \'.';
  if (/(^|[^=!<>])=([^=]|$)/.test(source)) return 'Use == to compare.';
  if (/\s(and|or|not)\s/i.test(` ${source} `)) return 'Use && for and, || for or, ! for not.';
  if (/^(in|null|true|false)\b/.test(source.slice(at))) return 'Put reserved words in brackets: triggerData["in"].';
  if (source.includes('{{')) return 'Remove {{ and }} inside the expression.';
  if (/[^\x20-\x7e]/.test(source.charAt(at))) return 'Put names with such characters in brackets: triggerData["año"].';
  return 'Expressions must be CEL, for example triggerData.total * 1.21 or size(triggerData.items) > 0.';
}
