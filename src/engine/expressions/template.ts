import QuickLRU from 'quick-lru';
import { ExpressionSyntaxError } from './errors.js';
import { chargeParsing, compileExpression, type Expression } from './expression.js';
import { longestOfText } from './limits.js';
import type { Reference } from './references.js';

/** A text with its expressions parsed. */
export interface Template {
  /** Plain text and expressions, in order. */
  parts: readonly (string | Expression)[];
  expressions: readonly Expression[];
  /** Set where the text is a single expression, apart from blanks around it: its value keeps its type. */
  lone: Expression | null;
}

// Long texts are looked through each time, which costs little compared to their expressions; those have their own cache.
const longestCached = 500;
const cache = new QuickLRU<string, Template>({ maxSize: 2000 });

/** True where a text contains an expression, valid or not. */
export function hasExpression(text: string): boolean {
  return text.includes('{{');
}

/**
 * Parses the `{{ expressions }}` of a text. Parsed texts are kept in a bounded cache.
 *
 * @throws ExpressionSyntaxError with the position in the text, WorkLimitError
 */
export function compileTemplate(text: string): Template {
  return drain(parseTemplate(text));
}

/**
 * The same, in parts: yields before each expression that is parsed, so that the caller can let others have time.
 *
 * @throws ExpressionSyntaxError with the position in the text, WorkLimitError
 */
export function* parseTemplate(text: string): Generator<void, Template> {
  if (!hasExpression(text)) return { parts: text === '' ? [] : [text], expressions: [], lone: null };
  const known = cache.get(text);
  if (known) {
    for (const expression of known.expressions) chargeParsing(expression);
    return known;
  }
  const template = yield* parseText(text);
  if (text.length <= longestCached) cache.set(text, template);
  return template;
}

/** Does work at once that could be done in parts. */
export function drain<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * What the expressions of a text read, in order, for the rules that check references.
 *
 * @throws ExpressionSyntaxError
 */
export function referencesOf(text: string): Reference[] {
  return compileTemplate(text).expressions.flatMap(({ references }) => references);
}

function* parseText(text: string): Generator<void, Template> {
  const parts: (string | Expression)[] = [];
  let at = 0;
  let length = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    if (open > at) parts.push(text.slice(at, open));
    const close = endOf(text, open + 2);
    yield;
    const expression = compileExpression(text.slice(open + 2, close), open + 2);
    if (!expression.plain) length += expression.source.length;
    if (length > longestOfText) {
      const cure = `The expressions of one text must have at most ${longestOfText} characters together.`;
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

/** The position of the `}}` that ends the expression. Braces of maps and in quoted texts do not end it. */
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
    'The expression is not closed',
    'Close it with }}, or write {{ "{{" }} to insert two braces.',
  );
}

function endOfString(text: string, from: number, quote: string, raw: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (text.charAt(at) === '\\' && !raw) at += 1;
    if (quote.length === 1 && text.charAt(at) === '\n') break;
  }
  const problem = `The text that starts with ${quote} in the expression is not closed`;
  throw new ExpressionSyntaxError(from - quote.length, problem, `Close it with ${quote}.`);
}
