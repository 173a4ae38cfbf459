import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { byEnum, byId, byText, byTime, defineListFilter } from '../../../../../platform/filters/fields.js';
import { FilterArgs } from '../../../../../platform/filters/filter-class.js';
import { defineEnum } from '../../../../../platform/graphql/enums.js';
import { searchText } from '../../../../../platform/graphql/list-filters.js';
import { FilterId } from '../../../../../platform/graphql/list-rules.js';
import { Node } from '../../../../../platform/graphql/nodes/node.object.js';
import { defineSortKeys, ListArgs, Page, SortBy } from '../../../../../platform/graphql/page.js';
import { DateTime } from '../../../../../platform/graphql/scalars.js';

export const FlowHoldState = defineEnum('FlowHoldState', 'What happens to the executions at a hold', {
  held: 'They wait',
  releasing: 'They are let go, in the order in which they arrived',
  released: 'They have been let go',
  discarding: 'They are cancelled',
  discarded: 'They were cancelled',
});

export const ReleaseVersion = defineEnum('ReleaseVersion', 'Which version of the flow released executions run', {
  same: 'The version that each of them runs',
  current:
    'The current version. Executions in a loop, at another node besides, or with steps of nodes that it lacks keep theirs',
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A flow that is held before a node, because executions have failed there for one cause',
})
export class FlowHold {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => ID)
  flowId!: string;

  @Field(() => String, { description: 'The present name of the flow' })
  flowName!: string;

  @Field(() => String, { description: 'The node before which executions wait' })
  nodeId!: string;

  @Field(() => String, { description: 'The code of the error with which others failed there' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The host of their requests: executions with another host go on. Null for failures without a request',
  })
  host?: string | null;

  @Field(() => String, { description: 'What the last of the failures said' })
  message!: string;

  @Field(() => Int, { description: 'How many failures opened the hold' })
  failures!: number;

  @Field(() => FlowHoldState, { description: 'What happens to the executions that wait' })
  state!: keyof typeof FlowHoldState;

  @Field(() => Int, { description: 'The number of executions that wait' })
  executions!: number;

  @Field(() => Int, { description: 'The number of executions that were let go or cancelled so far' })
  settled!: number;

  @Field(() => DateTime, { description: 'When it began' })
  openedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the last execution was let go or cancelled' })
  closedAt?: Date | null;
}

@ObjectType({ description: 'A page of holds of flows.' })
export class FlowHoldPage extends Page(FlowHold) {}

export const holdSort = defineSortKeys('FlowHoldSortKey', 'holds', ['openedAt'], 'openedAt');

/** What the list of holds `h` is filtered by. */
export const holdFilter = defineListFilter('FlowHold', 'holds', {
  id: byId('h.id', 'any'),
  flowId: byId('h.flow_id', 'any'),
  nodeId: byText('h.node_id'),
  code: byText('h.code'),
  host: byText(`nullif(h.host, '')`),
  state: byEnum('FlowHoldState', FlowHoldState, 'h.state'),
  openedAt: byTime('h.opened_at'),
});

@FilterArgs(holdFilter)
@ArgsType()
export class FlowHoldListArgs extends ListArgs {
  @SortBy(holdSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('the present name of the flow') })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only holds of this flow' })
  @FilterId()
  flowId?: string | null;

  @Field(() => FlowHoldState, { nullable: true, description: 'Only holds in this state' })
  state?: string | null;
}

@InputType({ description: 'How the executions at a hold are let go.' })
export class ReleaseFlowHoldInput {
  @Field(() => ReleaseVersion, {
    nullable: true,
    description: 'The version of the flow with which they go on. Defaults to `same`',
  })
  version?: keyof typeof ReleaseVersion | null;
}
