import { Arg, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { classesOf } from '../../../platform/records/index.js';
import type { Campaign } from './campaign.fields.js';
import { campaigns } from './campaign.record.js';
import { sendCampaign } from './send-campaign.js';

@Resolver()
export class CampaignMutations {
  @Mutation(() => classesOf(campaigns).type, { description: 'Send a draft or scheduled campaign now.' })
  @Allow('campaigns:write')
  @Refuses('REQUIRED_WITH', 'REFERENCE_UNKNOWN')
  sendCampaign(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('campaignId', () => ID) campaignId: string,
  ): Promise<Campaign> {
    return sendCampaign(scope, campaignId);
  }
}
