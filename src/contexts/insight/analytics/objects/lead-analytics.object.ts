import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Day } from '../../../../platform/graphql/scalars.js';
import { enumOfField } from '../../../../platform/records/index.js';
import { contacts } from '../../../crm/definitions/index.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

const ContactStatus = enumOfField(contacts, 'status');

@ObjectType({ simpleResolvers: true, description: 'Number of contacts with a status.' })
export class FunnelStep {
  @Field(() => ContactStatus, { description: 'The status.' })
  status!: string;

  @Field(() => Int)
  count!: number;

  @Field(() => Float, { description: 'Share of all contacts, from 0 to 1.' })
  rate!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Number of contacts of a source.' })
export class SourceCount {
  @Field(() => String, { nullable: true, description: 'Where the contacts come from; null if unknown.' })
  source?: string | null;

  @Field(() => Int)
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Number of contacts of one day.' })
export class DailyCount {
  @Field(() => Day, { description: 'Day in the time zone of the workspace, for example 2026-11-21.' })
  date!: string;

  @Field(() => Int)
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Contacts that were created in the period.' })
export class LeadAnalytics extends AnalyzedPeriod {
  @Field(() => [FunnelStep], { description: 'Contacts by their current status.' })
  funnel!: FunnelStep[];

  @Field(() => [SourceCount], {
    description: 'The 50 most frequent sources. Empty without the capability contacts:read.',
  })
  sources!: SourceCount[];

  @Field(() => [DailyCount], { description: 'Every day of the period.' })
  timeline!: DailyCount[];
}
