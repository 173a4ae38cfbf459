import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';

type Values = Readonly<Record<string, unknown>>;

/** What code can name besides the language, and what it is. */
const names: readonly Completion[] = Object.entries({
  input: 'input',
  $json: '$input.first().json',
  '$input.all()': '[{ json }]',
  '$input.first()': '{ json }',
  '$input.last()': '{ json }',
  $now: 'DateTime',
  $today: 'DateTime',
  '$execution.id': 'text',
  '$workflow.id': 'text',
  '$workflow.name': 'text',
  $vars: 'globalVars',
  DateTime: 'luxon',
  Duration: 'luxon',
  Interval: 'luxon',
  Buffer: 'Buffer.from(…)',
  URL: 'new URL(…)',
  URLSearchParams: 'new URLSearchParams(…)',
  TextEncoder: 'new TextEncoder()',
  TextDecoder: 'new TextDecoder()',
  structuredClone: '(value)',
  'crypto.randomUUID()': 'text',
  'crypto.subtle': 'SubtleCrypto',
  'require("crypto")': 'createHash, createHmac',
  'require("luxon")': 'DateTime',
  'require("util")': 'format, inspect',
  'console.log()': '(…values)',
}).map(([label, detail]) => ({ label, detail }));

const word = /[$A-Za-z_][\w$.'"()]*$/;

/** The names that code can continue with; other nodes as `$('node')`. Null behind the dot of another value. */
export function codeOptions(
  before: string,
  values: Values | undefined,
): { typed: string; options: Completion[] } | null {
  const typed = word.exec(before)?.[0] ?? '';
  const steps = values?.steps;
  const nodes = typeof steps === 'object' && steps !== null ? Object.keys(steps) : [];
  const others = nodes.map((id) => ({ label: `$(${JSON.stringify(id)})`, detail: '' }));
  const options = [...names, ...others].filter(({ label }) => label.startsWith(typed));
  return options.length === 0 ? null : { typed, options };
}

/** Completes the code of a node. */
export function codeCompletion(values: () => Values | undefined): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const found = codeOptions(line.text.slice(0, context.pos - line.from), values());
    if (!found || (found.typed === '' && !context.explicit)) return null;
    return { from: context.pos - found.typed.length, options: found.options };
  };
}
