import { z } from 'zod';
import type { EngineError } from '../../engine/step.js';
import { defineNode } from '../define-node.js';
import { filledText, numberField, optionalField } from '../field-kinds.js';
import { codeScope, namesIn, outputsReadBy } from './code-scope.js';

const longestSeconds = 60;

export const codeNode = defineNode({
  type: 'data.code',
  title: 'Code',
  category: 'data',
  capability: 'flows:execute',
  description:
    'Runs JavaScript in a sandbox without network or files, and outputs what it returns. It can use `Buffer`, `URL`, `crypto` and luxon, and the names of n8n.',
  fields: z.object({
    source: filledText(100_000).describe(
      'The body of an async function that receives `input` and returns a JSON value. `console.log` writes to the log of the step.',
    ),
    input: z.unknown().optional().describe('The value of `input` in the code, usually an expression.'),
    timeout: optionalField(numberField(z.number().positive().max(longestSeconds))).describe(
      'The timeout in seconds. Defaults to 10.',
    ),
  }),
  verbatim: { source: 'code' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  slow: true,
  sample: null,
  example: {
    source: 'const total = input.items.reduce((sum, item) => sum + item.price, 0);\nreturn { total };',
    input: '{{triggerData}}',
  },
  output:
    'the value that the code returns, at most 10 MiB as JSON. A list of objects `{json}` becomes the list of what their `json` holds.',
  errors: ['CODE_DISABLED', 'CODE_FAILED', 'CODE_TIMEOUT', 'CODE_MEMORY', 'CODE_OUTPUT', 'CODE_UNAVAILABLE'],
  exampleRun: { triggerData: { items: [{ price: 2 }, { price: 7.5 }] } },
  readsOutputs: outputsReadBy,
  nodesNamed: ({ source }) => ({ field: 'source', names: typeof source === 'string' ? namesIn(source) : [] }),
  run: async ({ data: { source, input, timeout }, ports, signal, log, visible, parseJson }) => {
    const timeoutMs = timeout === undefined ? undefined : timeout * 1_000;
    const scope = codeScope({ source, input }, visible);
    const result = await ports.code.run({ source, input, scope, timeoutMs }, signal);
    for (const line of result.logs) log('info', line);
    if (result.kind === 'failed') {
      const { code, message } = result;
      return { kind: 'failed', error: { code, message }, retryable: code === 'CODE_UNAVAILABLE' };
    }
    try {
      return { kind: 'done', output: await parseJson(result.json) };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const unreadable: EngineError = { code: 'CODE_OUTPUT', message: 'The result of the code could not be read.' };
      return { kind: 'failed', error: unreadable, retryable: false };
    }
  },
});
