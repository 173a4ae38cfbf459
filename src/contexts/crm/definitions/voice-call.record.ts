import { IsOptional, ValidateNested } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
import { IsoTime, Length, MaxLength } from '../../../platform/graphql/text-rules.js';
import {
  defineRecord,
  freeObject,
  initially,
  integer,
  longText,
  objects,
  once,
  one,
  oneOf,
  phone,
  type RowOf,
  ref,
  required,
  time,
  url,
} from '../../../platform/records/index.js';
import { isEnd, isProgress } from './call-status.js';
import { voiceCallChanged } from './events.js';

@ObjectType({ simpleResolvers: true, description: 'One utterance of a call.' })
export class TranscriptLine {
  @Field(() => String, { nullable: true, description: 'The time of the utterance, in ISO 8601 format.' })
  at?: string | null;

  @Field(() => String, { description: 'Who spoke, for example agent or contact.' })
  speaker!: string;

  @Field(() => String, { description: 'What was said.' })
  text!: string;
}

@InputType({ description: 'One utterance of a call.' })
export class TranscriptLineInput {
  @Field(() => String, { nullable: true, description: 'The time of the utterance, in ISO 8601 format.' })
  @IsOptional()
  @IsoTime()
  at?: string | null;

  @Field(() => String, { description: 'Who spoke, for example agent or contact; 1 to 100 characters.' })
  @Length(1, 100)
  speaker!: string;

  @Field(() => String, { description: 'What was said, at most 20000 characters.' })
  @MaxLength(20_000)
  text!: string;
}

const transcript = objects<TranscriptLine>(
  {
    type: () => TranscriptLine,
    inputType: () => TranscriptLineInput,
    subfields: ['at', 'speaker', 'text'],
    rules: [ValidateNested({ each: true })],
  },
  { description: 'What was said on the call, in order.' },
);

const statuses = {
  ringing: 'The call is being set up.',
  in_progress: 'The parties are talking.',
  completed: 'The call was answered and has ended.',
  failed: 'The call could not be set up.',
  no_answer: 'The call was not answered.',
  busy: 'The line was busy.',
} as const;

const fields = {
  voiceAgentId: once(
    ref('voice_agents', 'voice agent', { filtered: true, description: 'The voice agent of the call.' }),
  ),
  contactId: ref('contacts', 'contact', { filtered: true, description: 'The contact on the call.' }),
  direction: once(
    required(
      oneOf(
        { inbound: 'From the contact.', outbound: 'To the contact.' },
        { filtered: true, description: 'The direction of the call.' },
      ),
    ),
  ),
  from: once(required(phone({ searched: true, filtered: false, description: 'The number of the caller.' }))),
  to: once(required(phone({ searched: true, filtered: false, description: 'The number that is called.' }))),
  status: initially(
    'ringing',
    oneOf(statuses, {
      sorted: true,
      filtered: true,
      description: 'The status of the call. A final status does not change any more.',
    }),
  ),
  startedAt: time({
    sorted: true,
    description: 'The time at which the call was answered. Set when the status becomes in_progress, unless it is sent.',
  }),
  endedAt: time({
    sorted: true,
    description: 'The time at which the call ended. Set when the status becomes final, unless it is sent.',
  }),
  durationSeconds: integer(0, 1_000_000, {
    sorted: true,
    description: 'The duration in seconds. Computed for completed calls, unless it is sent.',
  }),
  recordingUrl: url({ description: 'The URL of the recording.' }),
  transcript: initially([], transcript),
  summary: longText(20_000, { description: 'A summary of the call.' }),
  metadata: initially({}, freeObject({ description: 'Further data of the telephony provider, with any keys.' })),
};

export type VoiceCall = RowOf<typeof fields>;

export const voiceCalls = defineRecord({
  name: 'VoiceCall',
  plural: 'VoiceCalls',
  description: 'A phone call, as reported by the telephony provider.',
  table: 'voice_calls',
  indexes: {
    any: ['createdAt', 'direction', 'durationSeconds', 'endedAt', 'startedAt', 'status', 'updatedAt'],
    present: ['voiceAgentId', 'contactId'],
  },
  routes: {
    list: 'GET /voice-calls',
    create: 'POST /voice-calls',
    find: 'GET /voice-calls/:voiceCallId',
    update: 'PATCH /voice-calls/:voiceCallId',
  },
  examples: {
    create: { direction: 'inbound', from: '+34600000001', to: '+34910000001', status: 'in_progress' },
    update: { status: 'completed', durationSeconds: 95, summary: 'Asked for the delivery date.' },
  },
  capability: 'voiceAgents',
  fields,
  relations: {
    voiceAgent: one('voiceAgentId', 'VoiceAgent'),
    contact: one('contactId', 'Contact'),
  },
  rules: ['STATE_UNSUITABLE'],
  // A late or repeated callback must not start the flows of an ended call again.
  async check(_sql, _scope, { status }, before) {
    if (!before || before.status === status || isProgress(before.status, status)) return [];
    const why = isEnd(before.status) ? 'which is final' : 'so it was answered already';
    const message = `status must not change to ${status}: the call is ${before.status}, ${why}.`;
    return [{ field: 'status', rule: 'STATE_UNSUITABLE', message }];
  },
  derive({ status, startedAt, endedAt, durationSeconds }, before, at) {
    if (status === before?.status) return {};
    const begins = status === 'in_progress' && !startedAt ? { startedAt: at } : {};
    if (!isEnd(status)) return begins;
    const end = new Date(endedAt ?? at);
    const lasted = startedAt ? Math.max(0, Math.round((end.getTime() - new Date(startedAt).getTime()) / 1_000)) : null;
    return { endedAt: end, durationSeconds: durationSeconds ?? (status === 'completed' ? lasted : null) };
  },
  async written(sql, { cause, services }, { before, after }) {
    if (after) await services.events.publish(sql, voiceCallChanged({ before, call: after, cause }));
  },
});
