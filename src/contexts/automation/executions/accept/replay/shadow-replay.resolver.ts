import { Arg, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../../../platform/graphql/refuses.js';
import { shadowReplay } from './shadow-replay.js';
import { ShadowReplay, ShadowReplayInput } from './shadow-replay.object.js';

@Resolver()
export class ShadowReplayMutations {
  @Mutation(() => ShadowReplay, {
    description:
      'Replay past executions with the draft of a flow, or with its current version if it has none, and compare each step. Effects and waits end as they were recorded, and nothing is stored',
  })
  @Allow({
    capability: ['flows:execute', 'flows:read'],
    unaudited: 'It changes nothing and leaves nothing behind.',
  })
  @Refuses('NOT_ALLOWED_WITH', 'REFERENCE_UNKNOWN')
  shadowReplay(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => ShadowReplayInput, { nullable: true }) input: ShadowReplayInput | null,
  ): Promise<ShadowReplay> {
    return shadowReplay(scope, flowId, input ?? {});
  }
}
