import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { Values } from '../use-recorded';
import { type ExpressionFunction, expressionFunctions } from './expression-functions';

/** What can be written where a value begins: those of lists, texts and objects follow behind their value. */
const functions: readonly Completion[] = expressionFunctions
  .filter(({ isMethod }) => !isMethod)
  .map((declared) => ({ ...completionOf(declared), boost: -5 }));

function completionOf({ name, signature, does }: ExpressionFunction): Completion {
  return {
    label: `${name}()`,
    apply: `${name}(`,
    detail: signature.slice(signature.indexOf('(')),
    info: does,
    boost: -1,
  };
}

function methodsOf(kind: string): Completion[] {
  return expressionFunctions.filter(({ of }) => of.includes(kind)).map(completionOf);
}

/** The expression before a position of a template; null outside of braces. */
export function expressionBefore(text: string): string | null {
  const start = text.lastIndexOf('{{');
  if (start < 0 || text.indexOf('}}', start) >= 0) return null;
  return text.slice(start + 2);
}

const path = /((?:[A-Za-z_]\w*)(?:\.\$?[A-Za-z_]\w*|\[(?:"[^"]*"|'[^']*'|\d+)\])*)(\.)(\$?(?:[A-Za-z_]\w*)?)$/;
const root = /(?:^|[^\w.\])"'])([A-Za-z_]\w*)?$/;

/** What the paths of an expression can continue with, out of real data. */
export function optionsFor(before: string, values: Values): { typed: string; options: readonly Completion[] } | null {
  const continued = path.exec(before);
  if (continued) {
    const [, base = '', , typed = ''] = continued;
    return { typed, options: optionsIn(valueAt(values, base)) };
  }
  const begun = root.exec(before);
  if (!begun) return null;
  return { typed: begun[1] ?? '', options: [...optionsIn(values), ...functions] };
}

/** The value at a path such as `steps.read.body["a b"][0]`. */
export function valueAt(values: unknown, at: string): unknown {
  const keys = [...at.matchAll(/(\$?[A-Za-z_]\w*)|\["([^"]*)"\]|\['([^']*)'\]|\[(\d+)\]/g)];
  return keys.reduce<unknown>((value, [, plain, quoted, single, index]) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<string, unknown>)[plain ?? quoted ?? single ?? index ?? ''];
  }, values);
}

function optionsIn(value: unknown): Completion[] {
  if (typeof value === 'number') return methodsOf('number');
  if (typeof value === 'string') return [...methodsOf('text'), ...methodsOf('time')];
  if (Array.isArray(value)) return methodsOf('list');
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]) => {
    const isPlain = /^\$?[A-Za-z_]\w*$/.test(key);
    const apply: Completion['apply'] = (view, _completion, from, to) => {
      // A name with other characters stands in brackets, without the dot before it.
      const start = isPlain ? from : from - 1;
      const insert = isPlain ? key : `[${JSON.stringify(key)}]`;
      view.dispatch({ changes: { from: start, to, insert }, selection: { anchor: start + insert.length } });
    };
    return { label: key, detail: previewOf(item), apply };
  });
}

/** A value in a few characters. */
export function previewOf(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).slice(0, 3).join(', ')}}`;
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Completes expressions: everywhere in `cel`, between braces in a template. */
export function completionSource(language: 'template' | 'cel', values: () => Values | undefined): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const all = context.state.sliceDoc(0, context.pos);
    const before = language === 'cel' ? all : expressionBefore(all);
    const known = values();
    if (before === null || !known) return null;
    const found = optionsFor(before, known);
    if (!found || (found.typed === '' && !context.explicit && !/(\.|\{\{\s*)$/.test(all))) return null;
    return { from: context.pos - found.typed.length, options: found.options, validFor: /^\$?\w*$/ };
  };
}
