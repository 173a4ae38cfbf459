import { type GraphQLField, isNonNullType } from 'graphql';
import { buildGraphSchema } from '../../src/app/schema.js';
import { type Capability, capabilities } from '../../src/platform/access/capabilities.js';
import type { DeclaredRule } from '../../src/platform/graphql/allow.js';
import { type MarkedWorld, ownerOf, readOf, selection } from './every-capability.js';
import { validArguments } from './naughty/graphql-operations.js';

export type Mutation = GraphQLField<unknown, unknown>;

export const ruleOf = ({ extensions }: Mutation) => extensions.rule as DeclaredRule;

/** Every mutation in a workspace that an API key can call; those that delete come last. */
export const keyMutations: readonly Mutation[] = Object.values(buildGraphSchema().getMutationType()?.getFields() ?? {})
  .filter((mutation) => mutation.args.some(({ name }) => name === 'workspaceId'))
  .filter((mutation) => !ruleOf(mutation).public && !ruleOf(mutation).session)
  .sort((one, other) => Number(isDeletion(one)) - Number(isDeletion(other)));

export function isDeletion({ name }: Pick<Mutation, 'name'>): boolean {
  return /^delete/.test(name);
}

/** What a mutation answers to who has only the capabilities that it asks for, one after the other. */
export interface Answered {
  data: unknown;
  /** Why it did nothing; null if it did. */
  error: string | null;
  held: readonly Capability[];
}

/** The most capabilities that one request asks for besides that of its mutation. */
const mostAsked = 5;

/** Calls a mutation with nothing but the capabilities that it asks for. */
export async function answerOf(world: MarkedWorld, mutation: Mutation): Promise<Answered> {
  const { capability = [], keyCapability = [] } = ruleOf(mutation);
  const held = [capability, keyCapability].flat();
  const document = documentOf(mutation);
  for (let asked = 0; ; asked++) {
    const as = await world.app.seed.apiKey(ownerOf(world), held.length > 0 ? held : ['audit:read']);
    const { data, errors } = await world.prepared(mutation.name, () =>
      world.app.graphql<Record<string, unknown>>(document, validArguments(world, mutation, 'input'), as),
    );
    const answer = data?.[mutation.name];
    if (answer !== undefined && answer !== null) return { data: answer, error: null, held };
    const { message = '' } = errors?.[0] ?? {};
    const missing = capabilities.find((one) => message.includes(`capability ${one}`) && !held.includes(one));
    if (!missing || asked === mostAsked) return { data: errors, error: message, held };
    held.push(missing);
  }
}

function documentOf(mutation: Mutation): string {
  const { name, args } = mutation;
  const sent = args.filter(({ type, name: arg }) => isNonNullType(type) || arg === 'input' || /Id$/.test(arg));
  const declared = sent.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = sent.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return `mutation (${declared}) { ${name}(${passed}) ${selection(mutation, 2) ?? ''} }`;
}

/** Whether a holder of capabilities may see texts of a kind: who writes a kind is answered with what was written. */
export function mayShow(kind: string, held: readonly Capability[]): boolean {
  const read = readOf.get(kind);
  const asReads = held.map((capability) => capability.replace(/:(write|execute)$/, ':read'));
  return asReads.includes(read ?? '') || (kind === 'secret' && held.includes('boveda:manage'));
}
