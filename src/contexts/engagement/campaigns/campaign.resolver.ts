import { Arg, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { classesOf } from '../../../platform/records/index.js';
import type { Campaign } from './campaign.fields.js';
import { campaigns } from './campaign.record.js';
import { resumeCampaign, sendCampaign } from './send-campaign.js';

@Resolver()
export class CampaignMutations {
  @Mutation(() => classesOf(campaigns).type, {
    description: 'Send a draft or scheduled campaign now, or resume a paused one.',
  })
  @Allow('campaigns:write')
  @Refuses('REQUIRED_WITH', 'REFERENCE_UNKNOWN', 'MERGE_FIELD_UNKNOWN', 'STATE_UNSUITABLE')
  sendCampaign(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('campaignId', () => ID) campaignId: string,
  ): Promise<Campaign> {
    return sendCampaign(scope, campaignId);
  }

  @Mutation(() => classesOf(campaigns).type, {
    description: 'Resume a paused campaign. Contacts that received its message do not receive it again.',
  })
  @Allow('campaigns:write')
  @Refuses('REQUIRED_WITH', 'REFERENCE_UNKNOWN', 'MERGE_FIELD_UNKNOWN', 'STATE_UNSUITABLE')
  resumeCampaign(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('campaignId', () => ID) campaignId: string,
  ): Promise<Campaign> {
    return resumeCampaign(scope, campaignId);
  }
}
