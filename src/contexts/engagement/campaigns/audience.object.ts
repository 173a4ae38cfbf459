// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { Field, ID, ObjectType } from 'type-graphql';
import { OmitNull } from '../../../platform/graphql/omit-null.js';
import { enumOfField } from '../../../platform/records/index.js';
import { contacts } from '../../crm/definitions/index.js';
import type { Audience } from './audience.js';

@OmitNull()
@ObjectType({
  simpleResolvers: true,
  description:
    'The contacts that a campaign is sent to: all, or those that match every given filter. Without any, no contacts have been chosen yet.',
})
export class CampaignAudience implements Audience {
  @Field(() => Boolean, { nullable: true, description: 'Whether it is sent to all contacts.' })
  all?: true;

  @Field(() => [String], { nullable: true, description: 'Contacts with one of these tags.' })
  tags?: string[];

  @Field(() => String, { nullable: true, description: 'Contacts with this source.' })
  source?: string;

  @Field(() => String, { nullable: true, description: 'Contacts with this text in a field.' })
  search?: string;

  @Field(() => enumOfField(contacts, 'status'), { nullable: true, description: 'Contacts with this status.' })
  status?: NonNullable<Audience['status']>;

  @Field(() => String, { nullable: true, description: 'Contacts of this company.' })
  company?: string;

  @Field(() => ID, { nullable: true, description: 'Contacts that are assigned to this member, by user ID.' })
  assignedTo?: string;

  @Field(() => [ID], { nullable: true, description: 'These contacts.' })
  contactIds?: string[];
}

/** What REST shows, in the order of the keys. */
export const audienceFields: readonly (keyof Audience)[] = [
  ...(['all', 'tags', 'source', 'search', 'status', 'company', 'assignedTo', 'contactIds'] as const),
];
