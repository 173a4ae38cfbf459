// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';
import {
  defineRecord,
  freeObject,
  initially,
  line,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  shownAs,
} from '../../../platform/records/index.js';

@ObjectType({ simpleResolvers: true, description: 'The number of calls of a campaign by outcome.' })
class CallCampaignCounts {
  @Field(() => Int, { description: 'All calls.' })
  total!: number;

  @Field(() => Int, { description: 'Calls that were held.' })
  completed!: number;

  @Field(() => Int, { description: 'Calls that were not held.' })
  failed!: number;
}

const statuses = {
  draft: 'It is being prepared.',
  scheduled: 'It has a time to start.',
  running: 'Its calls are made.',
  paused: 'No calls are made until it runs again.',
  completed: 'All of its calls were made.',
  cancelled: 'It was ended before all calls were made.',
} as const;

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  voiceAgentId: ref('voice_agents', 'voice agent', {
    filtered: true,
    description: 'The voice agent that makes the calls.',
  }),
  callerId: ref('caller_ids', 'caller ID', {
    filtered: true,
    description: 'The ID of the caller ID whose number the calls show.',
  }),
  status: initially(
    'draft',
    oneOf(statuses, { sorted: true, filtered: true, description: 'The status of the campaign.' }),
  ),
  audience: initially(
    {},
    freeObject({
      description: 'The contacts to call, for example {"tags": ["vip"]}. JSON, because it may contain any keys.',
    }),
  ),
  counts: readOnly(
    shownAs(
      initially(
        { total: 0, completed: 0, failed: 0 },
        freeObject({ description: 'The number of calls of the campaign by outcome.' }),
      ),
      { type: () => CallCampaignCounts, subfields: ['total', 'failed', 'completed'] },
    ),
  ),
};

export type CallCampaign = RowOf<typeof fields>;

export const callCampaigns = defineRecord({
  name: 'CallCampaign',
  plural: 'CallCampaigns',
  description: 'Calls of a voice agent to many contacts.',
  table: 'call_campaigns',
  indexes: { any: ['createdAt'], present: ['callerId', 'voiceAgentId'] },
  routes: {
    list: 'GET /call-campaigns',
    create: 'POST /call-campaigns',
    find: 'GET /call-campaigns/:callCampaignId',
    update: 'PATCH /call-campaigns/:callCampaignId',
    delete: 'DELETE /call-campaigns/:callCampaignId',
  },
  examples: {
    create: { name: 'Renewals', audience: { tags: ['customer'] } },
    update: { name: 'Renewals in May' },
  },
  capability: 'callCampaigns',
  fields,
  hit: { order: 120, subtitle: 'r.status' },
  relations: {
    voiceAgent: one('voiceAgentId', 'VoiceAgent'),
    caller: one('callerId', 'CallerId'),
  },
});
