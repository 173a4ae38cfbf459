import { Arg, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { ConnectionTest } from './connection-test.object.js';
import { TestConnectionInput } from './test-connection.input.js';
import { testConnection } from './test-connection.js';

@Resolver()
export class ConnectionMutations {
  @Mutation(() => ConnectionTest, {
    description:
      'Test a connection: send a GET request with its credentials to one of its hosts, or connect to its database.',
  })
  @Allow('connections:use')
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH')
  testConnection(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('connectionId', () => ID) connectionId: string,
    @Arg('input', () => TestConnectionInput, { nullable: true }) input: TestConnectionInput | null,
  ): Promise<ConnectionTest> {
    return testConnection(scope, connectionId, input?.url ?? null);
  }
}
