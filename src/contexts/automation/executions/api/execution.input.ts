import { ArgsType, Field, ID, InputType, registerEnumType } from 'type-graphql';
import { ListArgs } from '../../../../platform/graphql/page.js';
import { JsonObject } from '../../../../platform/graphql/scalars.js';

@ArgsType()
export class FlowExecutionListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'running, completed, failed or cancelled' })
  status?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'manual, webhook, schedule, ai_tool, simulation, crm_event or voice_call',
  })
  trigger?: string | null;

  @Field(() => String, { nullable: true, description: 'queued, active, waiting or done' })
  phase?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Created at or after: an ISO time, or a date for its whole UTC day',
  })
  from?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Created at or before: an ISO time, or a date for its whole UTC day',
  })
  to?: string | null;
}

@ArgsType()
export class ExecutionListArgs extends FlowExecutionListArgs {
  @Field(() => ID, { nullable: true })
  flowId?: string | null;
}

@InputType({ description: 'A webhook call as it came over HTTP; its signature is checked against exactly this' })
export class WebhookRequestInput {
  @Field(() => JsonObject, { description: 'Content-Type, and the signature where the flow asks for one' })
  headers!: Record<string, unknown>;

  @Field(() => String, { nullable: true, description: 'The body as it was sent' })
  body?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True where `body` is written in base64' })
  base64?: boolean | null;
}

@InputType()
export class TriggerFlowInput {
  @Field(() => JsonObject, {
    nullable: true,
    description: "Becomes `triggerData` in the flow; left out of a simulation, the `sample` in its trigger's data",
  })
  triggerData?: Record<string, unknown> | null;

  @Field(() => String, { nullable: true, description: 'Run from this node instead of from the trigger' })
  startNodeId?: string | null;
}

@InputType()
export class SimulateFlowInput extends TriggerFlowInput {
  @Field(() => JsonObject, {
    nullable: true,
    description:
      "Outputs by node id, in place of what the nodes would do. `{handle, output}` with one of the node's handles also chooses the way on",
  })
  mocks?: Record<string, unknown> | null;
}

export enum RetryFrom {
  start = 'start',
  failed = 'failed',
}
registerEnumType(RetryFrom, { name: 'RetryFrom' });

@InputType()
export class RetryExecutionInput {
  @Field(() => RetryFrom, {
    nullable: true,
    description:
      'start: all again. failed: steps that are done stand as they are. Left out: failed where the run did not complete',
  })
  from?: RetryFrom | null;
}
