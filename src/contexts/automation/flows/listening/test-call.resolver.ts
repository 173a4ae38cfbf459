import { Arg, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../../platform/graphql/deleted.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { contentRules } from '../content/content-rules.js';
import { Flow } from '../flow.entity.js';
import { deleteTestCall } from './delete-test-call.js';
import { listenForTestCall } from './listen-for-test-call.js';
import { ListenForTestCallInput } from './test-call.input.js';
import { testCallsOfFlow } from './test-call.loader.js';
import { TestCall } from './test-call.object.js';

const nodeOptions = { description: 'The node of the trigger, a webhook or form.' } as const;

@Resolver(() => Flow)
export class TestCallsResolver {
  @FieldResolver(() => [TestCall], {
    description: 'The test calls that its webhooks and forms wait for or got, at most one for each node.',
  })
  testCalls(@Root() { id }: Pick<Flow, 'id'>, @CurrentScope() scope: Scope): Promise<TestCall[]> {
    return scope.loader(testCallsOfFlow).load(id);
  }

  @FieldResolver(() => TestCall, {
    nullable: true,
    description: 'The test call that one of its webhooks or forms waits for or got; null for none.',
  })
  async testCall(
    @Root() { id }: Pick<Flow, 'id'>,
    @CurrentScope() scope: Scope,
    @Arg('nodeId', () => String, nodeOptions) nodeId: string,
  ): Promise<TestCall | null> {
    const calls = await scope.loader(testCallsOfFlow).load(id);
    return calls.find((call) => call.nodeId === nodeId) ?? null;
  }
}

@Resolver()
export class TestCallMutations {
  @Mutation(() => TestCall, {
    description:
      'Listen for one test call of a webhook or form of a flow, published or not. What comes starts nothing: it is the sample of the node.',
  })
  @Allow('flows:write')
  @Refuses('REFERENCE_UNKNOWN', ...contentRules)
  listenForTestCall(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('input', () => ListenForTestCallInput) input: ListenForTestCallInput,
  ): Promise<TestCall> {
    return listenForTestCall(scope, flowId, input);
  }

  @Mutation(() => Deleted, {
    description:
      'Delete the test call of a webhook or form of a flow: its address is not valid any more, and its sample is gone.',
  })
  @Allow('flows:write')
  deleteTestCall(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('flowId', () => ID) flowId: string,
    @Arg('nodeId', () => String, nodeOptions) nodeId: string,
    @Arg('keepSample', () => Boolean, {
      nullable: true,
      description: 'Whether what the last call sent stays the sample of the node. Defaults to false.',
    })
    keepSample?: boolean | null,
  ): Promise<Deleted> {
    return deleteTestCall(scope, flowId, nodeId, keepSample ?? false);
  }
}
