import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf } from '../../../platform/records/index.js';
import { ReferringFlow } from '../flows/index.js';
import { type Connection, connections } from './connection.record.js';
import { flowsUsing } from './flows-using.js';

@Resolver(() => classesOf(connections).type)
export class ConnectionUsageResolver {
  @FieldResolver(() => [ReferringFlow], { description: 'The flows whose current version uses the connection.' })
  usedBy(@Root() connection: Pick<Connection, 'id' | 'name'>, @CurrentScope() scope: Scope): Promise<ReferringFlow[]> {
    return flowsUsing(scope, connection);
  }
}
