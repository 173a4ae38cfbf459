import type { GraphQLResolveInfo } from 'graphql';
import { Arg, type ClassType, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { findMe } from '../../contexts/accounts/auth/index.js';
import { findLiveUser } from '../../contexts/accounts/users/index.js';
import { AppError, validationFailed } from '../../platform/errors/errors.js';
import { must } from '../../platform/errors/violation-words.js';
import { Allow } from '../../platform/graphql/allow.js';
import type { GraphContext } from '../../platform/graphql/context.js';
import { Node } from '../../platform/graphql/nodes/node.object.js';
import type { NodeSource } from '../../platform/graphql/nodes/node-source.js';
import { type RequestedFields, requestedFields } from '../../platform/graphql/requested-fields.js';
import { withTypeName } from '../../platform/graphql/type-names.js';
import { createNodeLocator } from './locate-nodes.js';

const idsAtMost = 100;

/** The resolver that finds records of any type by their IDs. */
export function nodeResolver(sources: readonly NodeSource[]): ClassType<object> {
  const locatorOf = createNodeLocator(sources);

  async function find(context: GraphContext, id: string, fields: RequestedFields): Promise<object | null> {
    const principal = context.principal();
    if (id === principal.userId) return withTypeName({ ...(await findMe(context.services, principal)) }, 'Me');
    for (const { source, workspaceId, key } of await locatorOf(context).load(id)) {
      const scope = await context.authorize(source.rule, workspaceId).catch(nullIfRefused);
      const found = scope && (await source.load(scope, key, viewOf(source, fields)));
      if (found) return withTypeName({ workspaceId, ...found }, source.name);
    }
    return null;
  }

  @Resolver()
  class NodeResolver {
    @Query(() => Node, {
      nullable: true,
      description: 'Get the record with an ID, of any type; null if the caller cannot see one.',
    })
    @Allow({ authenticated: true })
    node(
      @Arg('id', () => ID) id: string,
      @Ctx() context: GraphContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object | null> {
      return find(context, id, requestedFields(info));
    }

    @Query(() => [Node], {
      nullable: 'items',
      description:
        'Get the records with these IDs, at most 100, in their order; null for those that the caller cannot see.',
    })
    @Allow({ authenticated: true })
    async nodes(
      @Arg('ids', () => [ID], { description: 'The IDs, at most 100.' }) ids: string[],
      @Ctx() context: GraphContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<(object | null)[]> {
      if (ids.length > idsAtMost)
        throw validationFailed([{ field: 'ids', message: `ids ${must.haveAtMostEntries(idsAtMost)}` }]);
      if (ids.length === 0) await findLiveUser(context.services, context.principal());
      return Promise.all(ids.map((id) => find(context, id, requestedFields(info))));
    }
  }
  return NodeResolver;
}

const views = new WeakMap<RequestedFields, Map<NodeSource, RequestedFields>>();

/** The fields as those of a place of their own: loaders batch by place, and here one place has records of many types. */
function viewOf(source: NodeSource, fields: RequestedFields): RequestedFields {
  const ofFields = views.get(fields) ?? new Map<NodeSource, RequestedFields>();
  views.set(fields, ofFields);
  const view = ofFields.get(source) ?? { has: fields.has, below: fields.below };
  ofFields.set(source, view);
  return view;
}

/** What the caller may not see does not exist for them. */
function nullIfRefused(error: unknown): null {
  if (error instanceof AppError && (error.status === 403 || error.status === 404)) return null;
  throw error;
}
