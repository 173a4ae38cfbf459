import { Field, ObjectType, registerEnumType } from 'type-graphql';

/** The kinds of records whose changes are reported. */
export enum ChangedType {
  contact = 'contact',
  opportunity = 'opportunity',
  conversation = 'conversation',
  message = 'message',
  calendar_event = 'calendar_event',
  campaign = 'campaign',
  flow = 'flow',
  member = 'member',
  wallet = 'wallet',
}
registerEnumType(ChangedType, {
  name: 'ChangedType',
  description: 'The type of a record that changed.',
  valuesConfig: {
    contact: { description: 'A contact.' },
    opportunity: { description: 'An opportunity.' },
    conversation: { description: 'A conversation.' },
    message: { description: 'A message of a conversation.' },
    calendar_event: { description: 'A calendar event.' },
    campaign: { description: 'A campaign, also as its messages are sent.' },
    flow: { description: 'A flow.' },
    member: { description: 'A member.' },
    wallet: { description: 'The wallet that pays for the workspace.' },
  },
});

export enum ChangeAction {
  created = 'created',
  updated = 'updated',
  deleted = 'deleted',
}
registerEnumType(ChangeAction, {
  name: 'ChangeAction',
  description: 'What happened to a record.',
  valuesConfig: {
    created: { description: 'It was created.' },
    updated: { description: 'It was updated.' },
    deleted: { description: 'It was deleted.' },
  },
});

/** The GraphQL type of each kind of record, as relations name it. */
export const graphTypes: Readonly<Record<ChangedType, string>> = {
  contact: 'Contact',
  opportunity: 'Opportunity',
  conversation: 'Conversation',
  message: 'Message',
  calendar_event: 'CalendarEvent',
  campaign: 'Campaign',
  flow: 'Flow',
  member: 'Member',
  wallet: 'Wallet',
};

@ObjectType({ simpleResolvers: true, description: 'A committed change of one record of a workspace.' })
export class WorkspaceChange {
  workspaceId!: string;

  @Field(() => String, { description: 'Position of the change. Pass the last one as `after` to continue after it.' })
  cursor!: string;

  @Field(() => ChangedType, { description: 'The type of the record.' })
  type!: ChangedType;

  @Field(() => ChangeAction, { description: 'What the commit did to the record.' })
  action!: ChangeAction;

  /** The ID of its row. */
  id!: string;
}

/** The ID of the record in the graph. */
export function graphId({ type, id, workspaceId }: WorkspaceChange): string {
  switch (type) {
    case ChangedType.member:
      return `member:${id}:${workspaceId}`;
    case ChangedType.wallet:
      return `wallet:${id}`;
    default:
      return id;
  }
}
