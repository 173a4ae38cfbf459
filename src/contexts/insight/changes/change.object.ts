import { Field, ID, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../platform/graphql/enums.js';

/** The kinds of records whose changes are reported. */
export const ChangedType = defineEnum('ChangedType', 'The type of a record that changed.', {
  contact: 'A contact.',
  opportunity: 'An opportunity.',
  conversation: 'A conversation.',
  message: 'A message of a conversation.',
  calendar_event: 'A calendar event.',
  campaign: 'A campaign, also as its messages are sent.',
  flow: 'A flow, also as its draft is saved or discarded.',
  state_entry: 'An entry in the state of flows.',
  member: 'A member.',
  wallet: 'The wallet that pays for the workspace.',
  job: 'A job, also as it goes on.',
  invitation: 'An invitation to the workspace, until it is accepted or revoked. Its expiry changes nothing.',
});
export type ChangedType = keyof typeof ChangedType;

export const ChangeAction = defineEnum('ChangeAction', 'What happened to a record.', {
  created: 'It was created.',
  updated: 'It was updated.',
  deleted: 'It was deleted.',
});
export type ChangeAction = keyof typeof ChangeAction;

/** The GraphQL type of each kind of record. */
export const graphTypes: Readonly<Record<ChangedType, string>> = {
  contact: 'Contact',
  opportunity: 'Opportunity',
  conversation: 'Conversation',
  message: 'Message',
  calendar_event: 'CalendarEvent',
  campaign: 'Campaign',
  flow: 'Flow',
  state_entry: 'StateEntry',
  member: 'Member',
  wallet: 'Wallet',
  job: 'Job',
  invitation: 'Member',
};

/** The target of relations that reads each kind of record. */
export const targetNames: Readonly<Record<ChangedType, string>> = { ...graphTypes, invitation: 'Invitation' };

@ObjectType({ simpleResolvers: true, description: 'A committed change of one record of a workspace.' })
export class WorkspaceChange {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => ID, {
    description:
      'Identity of the change: its record and its commit. The same whenever it is delivered, unlike its cursor.',
  })
  eventId!: string;

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
    case ChangedType.invitation:
      return `invitation:${id}`;
    default:
      return id;
  }
}
