import DataLoader from 'dataloader';
import { type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { GraphContext } from '../context.js';
import { type RequestedFields, requestedFields } from '../requested-fields.js';

/** The objects of one place in a document, all of one workspace. */
export type Parents<T> = readonly T[] & { readonly workspaceId: string };

/** Resolves a field of all parents at once: a value or an Error for each, in their order. */
export type ResolveMany = GraphQLFieldResolver<Parents<object>, GraphContext, Record<string, unknown>, unknown>;

/**
 * Declares that a resolver reads its field for all objects of one place in a document at once: its `@Root()` is
 * `Parents`, and it returns a value or an Error for each of them.
 */
export function Batched(): MethodDecorator {
  return Extensions({ batched: true }) as MethodDecorator;
}

/** How the field is resolved for many parents at once; undefined for fields without `@Batched()`. */
export function manyOf({ extensions }: { extensions: object }): ResolveMany | undefined {
  return (extensions as { many?: ResolveMany }).many;
}

/** Lets executors that resolve one object at a time use batched fields, too: calls at the same time are combined. */
export function resolveOneByOne(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (!field.extensions.batched) continue;
      const many = field.resolve as unknown as ResolveMany;
      field.extensions = { ...field.extensions, many };
      field.resolve = oneOf(many);
    }
  }
}

type Loaders = Map<RequestedFields, DataLoader<object, unknown>>;

function oneOf(many: ResolveMany): GraphQLFieldResolver<object, GraphContext> {
  const loadersOf = new WeakMap<GraphContext, Loaders>();
  return (parent, args, context, info) => {
    const loaders: Loaders = loadersOf.get(context) ?? new Map();
    loadersOf.set(context, loaders);
    // The same fields are requested at one place of a document, which has one set of arguments.
    const place = requestedFields(info);
    const loader =
      loaders.get(place) ??
      // A later mutation of the same request may change what was read.
      new DataLoader((parents: readonly object[]) => resolveMany(many, parents, args, context, info), { cache: false });
    loaders.set(place, loader);
    return loader.load(parent);
  };
}

type Owned = { workspaceId?: string };

/** Calls the resolver once for the parents of each workspace. Never rejects. */
export async function resolveMany(
  many: ResolveMany,
  parents: readonly Owned[],
  args: Record<string, unknown>,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<readonly unknown[]> {
  const resolve = async (some: readonly Owned[], workspaceId: string | undefined): Promise<readonly unknown[]> => {
    try {
      const together = Object.assign([...some], { workspaceId }) as unknown as Parents<object>;
      return (await many(together, args, context, info)) as readonly unknown[];
    } catch (error) {
      return some.map(() => error);
    }
  };
  const workspaceId = parents[0]?.workspaceId;
  if (parents.every((parent) => parent.workspaceId === workspaceId)) return resolve(parents, workspaceId);
  const values = new Map<Owned, unknown>();
  const groups = Map.groupBy(parents, (parent) => parent.workspaceId);
  await Promise.all(
    [...groups].map(async ([id, some]) => {
      const found = await resolve(some, id);
      some.forEach((parent, index) => {
        values.set(parent, found[index]);
      });
    }),
  );
  return parents.map((parent) => values.get(parent));
}
