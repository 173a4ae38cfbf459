import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Flow } from '../flow.entity.js';
import { mayStartFlow } from '../validation/start-rights.js';

/** Not the class `Flow`: type-graphql would copy each row into an entity before the call. */
type Addressed = Pick<Flow, 'id' | 'webhookToken' | 'webhookUrl'>;

/** The URL is enough to start the flow, so only callers who may start it themselves see it, whatever returns the flow. */
@Resolver(() => Flow)
export class WebhookAddressResolver {
  @FieldResolver(() => String, { nullable: true })
  webhookToken(@Root() flow: Addressed, @CurrentScope() scope: Scope): Promise<string | null> {
    return shownToStarters(scope, flow.id, flow.webhookToken);
  }

  @FieldResolver(() => String, { nullable: true })
  webhookUrl(@Root() flow: Addressed, @CurrentScope() scope: Scope): Promise<string | null> {
    return shownToStarters(scope, flow.id, flow.webhookUrl);
  }
}

async function shownToStarters(scope: Scope, flowId: string, text: string | null | undefined): Promise<string | null> {
  return text && (await scope.loader(mayStartFlow).load(flowId)) ? text : null;
}
