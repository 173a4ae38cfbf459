import QuickLRU from 'quick-lru';
import { ExpressionSyntaxError } from './errors.js';
import { compileExpression, type Expression } from './expression.js';
import { longestOfText } from './limits.js';
import type { Reference } from './references.js';

/** A text with its expressions read. */
export interface Template {
  /** Plain text and expressions, in order. */
  parts: readonly (string | Expression)[];
  expressions: readonly Expression[];
  /** Set where the text is one expression alone, blanks around it aside: its value keeps its type. */
  lone: Expression | null;
}

// Long texts are read anew, which costs little beside their expressions; these have a cache of their own.
const longestCached = 2000;
const cache = new QuickLRU<string, Template>({ maxSize: 2000 });

/** True where a text holds an expression, well-formed or not. */
export function hasExpression(text: string): boolean {
  return text.includes('{{');
}

/**
 * Reads the `{{ expressions }}` of a text. What was read is kept in a bounded cache.
 *
 * @throws ExpressionSyntaxError with the position in the text and the cure
 */
export function compileTemplate(text: string): Template {
  if (!hasExpression(text)) return { parts: text === '' ? [] : [text], expressions: [], lone: null };
  const known = cache.get(text);
  if (known) return known;
  const template = read(text);
  if (text.length <= longestCached) cache.set(text, template);
  return template;
}

/**
 * What the expressions of a text read, in order, for the rules that check references.
 *
 * @throws ExpressionSyntaxError
 */
export function referencesOf(text: string): Reference[] {
  return compileTemplate(text).expressions.flatMap(({ references }) => references);
}

function read(text: string): Template {
  const parts: (string | Expression)[] = [];
  let at = 0;
  let length = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    if (open > at) parts.push(text.slice(at, open));
    const close = endOf(text, open + 2);
    const expression = compileExpression(text.slice(open + 2, close), open + 2);
    if (!expression.plain) length += expression.source.length;
    if (length > longestOfText) {
      const cure = `Keep the expressions of one text below ${longestOfText} characters.`;
      throw new ExpressionSyntaxError(open, 'Too many expressions', cure);
    }
    parts.push(expression);
    at = close + 2;
  }
  if (at < text.length) parts.push(text.slice(at));
  const expressions = parts.filter((part) => typeof part !== 'string');
  const blank = parts.every((part) => typeof part !== 'string' || part.trim() === '');
  return { parts, expressions, lone: expressions.length === 1 && blank ? (expressions[0] ?? null) : null };
}

const token = /r?("""|'''|"|')|\/\/[^\n}]*|[{}]/gi;

/** Where the `}}` stands that ends the expression. Braces of maps and all that is in quotes do not end it. */
function endOf(text: string, start: number): number {
  let depth = 0;
  token.lastIndex = start;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [whole, quote] = match;
    if (quote !== undefined) {
      token.lastIndex = endOfString(text, match.index + whole.length, quote, whole.length > quote.length);
    } else if (whole === '}' && depth === 0 && text.startsWith('}}', match.index)) {
      return match.index;
    } else if (whole === '{') {
      depth += 1;
    } else if (whole === '}') {
      depth -= 1;
    }
  }
  throw new ExpressionSyntaxError(
    start - 2,
    'The {{ is never closed',
    'Close it with }}, or write {{ "{{" }} for two braces.',
  );
}

function endOfString(text: string, from: number, quote: string, raw: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (text.charAt(at) === '\\' && !raw) at += 1;
    if (quote.length === 1 && text.charAt(at) === '\n') break;
  }
  const problem = `The text that begins with ${quote} in the expression is never closed`;
  throw new ExpressionSyntaxError(from - quote.length, problem, `Close it with ${quote}.`);
}
