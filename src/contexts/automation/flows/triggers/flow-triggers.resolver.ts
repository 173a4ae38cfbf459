import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Flow } from '../flow.entity.js';
import { canSeeToken } from '../flow-columns.js';
import { mayStartFlow } from '../validation/start-rights.js';
import { openFormUrl, openWebhookAddress, type StoredToken } from '../webhook-address.js';
import type { PollState } from './flow-trigger.entity.js';
import { FlowTriggerObject } from './flow-trigger.object.js';
import { type ShownTrigger, triggersOfFlow } from './flow-triggers.loader.js';

@Resolver(() => Flow)
export class FlowTriggersResolver {
  @FieldResolver(() => [FlowTriggerObject], { description: 'What starts the flow, in the order of its nodes.' })
  async triggers(@Root() { id }: Pick<Flow, 'id'>, @CurrentScope() scope: Scope): Promise<FlowTriggerObject[]> {
    const triggers = await scope.loader(triggersOfFlow).load(id);
    return Promise.all(triggers.map((trigger) => showTrigger(scope, trigger)));
  }
}

async function showTrigger(scope: Scope, trigger: ShownTrigger): Promise<FlowTriggerObject> {
  const { id, flowId, nodeId, type, isActive, encryptedToken, dueAt, poll } = trigger;
  const isSeen = encryptedToken && canSeeToken(scope) && (await scope.loader(mayStartFlow).load(flowId));
  const address = isSeen ? await addressOf(scope, type, { id, encryptedToken }) : {};
  return { nodeId, type, isActive, ...address, nextAt: timeOf(dueAt), ...(poll && shownPoll(poll)) };
}

async function addressOf(scope: Scope, type: ShownTrigger['type'], token: StoredToken) {
  return type === 'form' ? { formUrl: await openFormUrl(scope, token) } : openWebhookAddress(scope, token);
}

function shownPoll({ at, error }: PollState): Partial<FlowTriggerObject> {
  const failure = error && {
    failureCode: error.code,
    failureMessage: error.message,
    failingSince: timeOf(error.since),
  };
  return { polledAt: timeOf(at), ...failure };
}

function timeOf(time: Date | string | null | undefined): Date | null {
  return time ? new Date(time) : null;
}
