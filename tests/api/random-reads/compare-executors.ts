import { type ExecutionResult, parse, validate } from 'graphql';
import { ids } from '../../../src/app/collect-modules.js';
import { requestContext } from '../../../src/app/request-context.js';
import { buildGraphSchema } from '../../../src/app/schema.js';
import { createExecutor } from '../../../src/platform/graphql/executor.js';
import { createLevelQueries } from '../../../src/platform/graphql/levels/level-query.js';
import type { TestApp } from '../../support/app.js';

const schema = buildGraphSchema();
const levels = createExecutor(schema, ids);
const plain = createExecutor(schema, ids, false);
const { find } = createLevelQueries(schema);

/** What two executors answer to a query: by levels, and by graphql-js. Errors come in no certain order. */
export interface Compared {
  byLevels: string;
  byGraphql: string;
  errors: readonly string[];
  isPlanned: boolean;
}

/** Runs a query by both executors. @returns null for a query that is not valid */
export async function compareExecutors(app: TestApp, query: string, as: string): Promise<Compared | null> {
  const document = parse(query);
  if (validate(schema, document).length > 0) return null;
  const at = new Date();
  const services = { ...app.services, now: () => at };
  const run = async (executor: typeof levels) => {
    const context = await requestContext(services, `Bearer ${as}`, { id: 'test', log: app.services.log });
    return executor.run({ document, variables: {}, context });
  };
  const [one, other] = [await run(levels), await run(plain)];
  const [definition] = document.definitions;
  return {
    byLevels: differsInTimeOnly(one, other) ? shown(other) : shown(one),
    byGraphql: shown(other),
    errors: (other.errors ?? []).map(({ extensions }) => String(extensions.code)),
    isPlanned: definition?.kind === 'OperationDefinition' && find(document, definition) !== null,
  };
}

/**
 * Of several fields that fail and leave no answer at all, graphql-js reports those that have failed when the first of them reaches
 * it: two reads of the database end in any order. What both report of one field must be the same.
 */
function differsInTimeOnly(one: ExecutionResult, other: ExecutionResult): boolean {
  if (one.data !== null || other.data !== null || !one.errors?.length || !other.errors?.length) return false;
  const known = new Map(other.errors.map((error) => [String(error.path), JSON.stringify(error.toJSON())]));
  return one.errors.every((error) =>
    [undefined, JSON.stringify(error.toJSON())].includes(known.get(String(error.path))),
  );
}

/** Of several items that fail in a list which cannot hold null, graphql-js reports the one that fails first in time. */
function shown({ data, errors }: ExecutionResult): string {
  const reported = errors
    ?.map((error) => error.toJSON())
    .map((error) => JSON.stringify({ ...error, path: error.path?.filter((step) => typeof step === 'string') }))
    .sort();
  return JSON.stringify({ data, reported });
}
