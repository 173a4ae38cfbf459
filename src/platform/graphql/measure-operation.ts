import type { OperationDefinitionNode } from 'graphql';
import { counter, histogram } from '../metrics/index.js';
import { inSpan } from '../tracing/tracing.js';
import type { Answer } from './answer.js';

const operationSeconds = histogram(
  'operation_duration_seconds',
  'Duration of GraphQL operations, those of REST routes included, by kind (`query`, `mutation` or `subscription`, for one event) and name. Operations of clients that the server does not have itself are `other`.',
  [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  ['kind', 'operation'],
);
const operationErrors = counter(
  'operation_errors_total',
  'GraphQL operations with an error, by kind, name and the code of the first error.',
  ['kind', 'operation', 'code'],
);

/** Names of the operations that the server has itself: clients choose names freely, of which there may be any number. */
const known = new Set<string>();

/** Lets an operation have its name in metrics. */
export function nameOperation({ name }: OperationDefinitionNode): void {
  if (name) known.add(name.value);
}

/** Runs an operation in a span of its own, and measures it. */
export async function measureOperation(
  { operation: kind, name }: OperationDefinitionNode,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const given = name?.value ?? '';
  const operation = known.has(given) ? given : 'other';
  const began = performance.now();
  const attributes = { 'graphql.operation.type': kind, 'graphql.operation.name': given.slice(0, 200) };
  const answer = await inSpan(`${kind} ${operation}`, { attributes }, async (span) => {
    const ended = await run();
    const error = ended.errors?.[0];
    if (error) {
      const code = String(error.extensions?.code ?? 'INTERNAL');
      operationErrors.inc({ kind, operation, code });
      span?.fail(code);
    }
    return ended;
  });
  operationSeconds.observe({ kind, operation }, (performance.now() - began) / 1_000);
  return answer;
}
