import {
  bindConditions,
  resolveExpression,
  resolveFields,
  resolveForEach,
  sinkOf,
  verbatimFieldsOf,
} from '../../src/engine/index.js';
import type { NodePorts, NodeType, Outcome } from '../../src/nodes/index.js';
import { createCodeRunner } from '../../src/platform/code/index.js';

/** The current time of every example. */
export const exampleTime = new Date('2026-01-05T09:00:00.000Z');

/**
 * Runs the example of a node type like a step: resolves expressions, parses fields and calls `run`. Code runs in the real
 * sandbox; HTTP, other flows and providers return the answer of the example.
 */
export async function tryNode(node: NodeType): Promise<Outcome> {
  const { triggerData = node.trigger ? node.sample : {}, inputs = {}, answer } = node.exampleRun;
  const scope = { triggerData, boveda: { api_key: 'sample-key' }, steps: inputs, now: exampleTime };
  const { value } = resolveFields(node.example, scope, {
    html: node.html,
    verbatim: verbatimFieldsOf(node),
    sinkOf: (field) => sinkOf(node, field),
  });
  const { ports, close } = examplePorts(answer);
  const data = node.fields.parse(value);
  try {
    return await node.run({
      data,
      recorded: data,
      inputs,
      triggerData,
      now: exampleTime,
      isFirst: true,
      nodeId: 'node',
      idempotencyKey: 'execution:node:',
      fetch: async (url) => ({
        ...(answer as { status: number; headers: Record<string, string> }),
        url,
        body: bodyOf(answer),
      }),
      parseJson: async (text) => JSON.parse(text),
      signal: new AbortController().signal,
      log: () => {},
      setVariable: () => {},
      evaluate: (expression) => resolveExpression(expression, scope).value,
      evaluateEach: (each, items) => resolveForEach(each, items, scope).value,
      bindConditions: (conditions, taken) => bindConditions(conditions, scope, taken).value,
      visible: () => ({
        nodes: [],
        arrived: [triggerData],
        globalVars: {},
        execution: {},
        flow: {},
        now: exampleTime.toISOString(),
      }),
      approvalLink: () => 'https://example.com/approve',
      takeSlot: async () => null,
      callFlow: async () => ({ kind: 'done', output: answer }),
      ports,
    });
  } finally {
    close();
  }
}

function bodyOf(answer: unknown): Uint8Array {
  return Buffer.from(JSON.stringify((answer as { body: unknown }).body));
}

/** Ports whose operations all return `answer`, and the real sandbox for code. */
function examplePorts(answer: unknown): { ports: NodePorts; close: () => void } {
  const runner = createCodeRunner();
  const answering = new Proxy({}, { get: () => async () => answer });
  const code: NodePorts['code'] = { run: (task, signal) => runner.run(task, signal, 'example') };
  const ports = new Proxy({ code }, { get: (own, name) => (name === 'code' ? own.code : answering) });
  return { ports: ports as unknown as NodePorts, close: () => runner.close() };
}
