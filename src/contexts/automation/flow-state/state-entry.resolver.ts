import { Arg, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { classesOf } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { clearFlowState, deleteStateEntry, findStateEntry, setStateEntry } from './change-state.js';
import { ClearedState, SetStateEntryInput } from './state-entry.input.js';
import { type StateEntry, stateEntries } from './state-entry.record.js';

const keyDescription = 'The key of the entry, of 1 to 200 characters on one line.';
const flowDescription = 'The flow whose state has the entry. Defaults to the state of the workspace.';

@Resolver(() => Workspace)
export class WorkspaceStateResolver {
  @FieldResolver(() => classesOf(stateEntries).type, {
    nullable: true,
    description: 'Get an entry in the state of flows. Null if it is missing or has expired.',
  })
  @Allow('flows:read')
  @Refuses('STATE_KEY_INVALID')
  stateEntry(
    @CurrentScope() scope: Scope,
    @Arg('key', () => String, { description: keyDescription }) key: string,
    @Arg('flowId', () => ID, { nullable: true, description: flowDescription }) flowId: string | null,
  ): Promise<StateEntry | null> {
    return findStateEntry(scope, { key, flowId: flowId ?? null });
  }
}

@Resolver()
export class StateMutations {
  @Mutation(() => classesOf(stateEntries).type, {
    description: 'Set an entry in the state of flows, which may be new.',
  })
  @Allow('flows:write')
  @Refuses('STATE_KEY_INVALID', 'TOO_MANY_BYTES')
  setStateEntry(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('key', () => String, { description: keyDescription }) key: string,
    @Arg('flowId', () => ID, { nullable: true, description: flowDescription }) flowId: string | null,
    @Arg('input', () => SetStateEntryInput) input: SetStateEntryInput,
  ): Promise<StateEntry> {
    return setStateEntry(scope, { key, flowId: flowId ?? null }, { ...input, value: input.value ?? null });
  }

  @Mutation(() => Deleted, { description: 'Delete an entry in the state of flows.' })
  @Allow('flows:write')
  @Refuses('STATE_KEY_INVALID')
  deleteStateEntry(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('key', () => String, { description: keyDescription }) key: string,
    @Arg('flowId', () => ID, { nullable: true, description: flowDescription }) flowId: string | null,
  ): Promise<Deleted> {
    return deleteStateEntry(scope, { key, flowId: flowId ?? null });
  }

  @Mutation(() => ClearedState, { description: 'Delete all entries in the state of a flow.' })
  @Allow('flows:write')
  clearFlowState(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
  ): Promise<ClearedState> {
    return clearFlowState(scope, flowId);
  }
}
