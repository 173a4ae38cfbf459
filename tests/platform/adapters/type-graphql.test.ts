import { expect, test } from '@jest/globals';
import { buildGraphSchema } from '../../../src/app/schema.js';
import {
  ExecutionListArgs,
  FlowExecutionListArgs,
} from '../../../src/contexts/automation/executions/store/execution.input.js';
import { CreateFlowInput } from '../../../src/contexts/automation/flows/flow.input.js';
import { argumentClasses, classOfInput, inputClasses } from '../../../src/platform/adapters/type-graphql.js';

test('the classes of inputs and of arguments are found by the names that the schema has', () => {
  buildGraphSchema();
  expect(classOfInput('CreateFlowInput')).toBe(CreateFlowInput);
  expect(classOfInput('Nothing')).toBeUndefined();
  expect(inputClasses()).toContainEqual({ name: 'CreateFlowInput', target: CreateFlowInput });
  const found = argumentClasses({ query: 'Query', mutation: 'Mutation' }).filter(({ field }) => field === 'executions');
  expect(found).toEqual(
    expect.arrayContaining([
      { owner: 'Workspace', field: 'executions', target: ExecutionListArgs },
      { owner: 'Flow', field: 'executions', target: FlowExecutionListArgs },
    ]),
  );
});
