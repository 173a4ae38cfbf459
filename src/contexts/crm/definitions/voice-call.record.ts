import { IsISO8601, IsOptional, Length, MaxLength, ValidateNested } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';
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

@ObjectType({ simpleResolvers: true, description: 'Something said on a call' })
export class TranscriptLine {
  @Field(() => String, { nullable: true })
  at?: string | null;

  @Field(() => String)
  speaker!: string;

  @Field(() => String)
  text!: string;
}

@InputType()
export class TranscriptLineInput {
  @Field(() => String, { nullable: true, description: 'ISO time' })
  @IsOptional()
  @IsISO8601()
  at?: string | null;

  @Field(() => String)
  @Length(1, 100)
  speaker!: string;

  @Field(() => String)
  @MaxLength(20_000)
  text!: string;
}

const transcript = objects<TranscriptLine>({
  type: () => TranscriptLine,
  inputType: () => TranscriptLineInput,
  subfields: ['at', 'speaker', 'text'],
  rules: [ValidateNested({ each: true })],
});

const statuses = ['ringing', 'in_progress', 'completed', 'failed', 'no_answer', 'busy'] as const;

const fields = {
  voiceAgentId: once(ref('voice_agents', 'voice agent', { filtered: true })),
  contactId: ref('contacts', 'contact', { filtered: true }),
  direction: once(required(oneOf(['inbound', 'outbound'], { filtered: true }))),
  from: once(required(phone({ searched: true, filtered: false }))),
  to: once(required(phone({ searched: true, filtered: false }))),
  status: initially('ringing', oneOf(statuses, { sorted: true, filtered: true })),
  startedAt: time({ sorted: true }),
  endedAt: time({ sorted: true }),
  durationSeconds: integer(0, 1_000_000, { sorted: true }),
  recordingUrl: url(),
  transcript: initially([], transcript),
  summary: longText(20_000),
  metadata: initially({}, freeObject()),
};

export type VoiceCall = RowOf<typeof fields>;

export const voiceCalls = defineRecord({
  name: 'VoiceCall',
  plural: 'VoiceCalls',
  description: 'A phone call, as the telephony bridge tells of it',
  table: 'voice_calls',
  capability: 'voiceAgents',
  operations: ['list', 'find', 'create', 'update'],
  fields,
  relations: {
    voiceAgent: one('voiceAgentId', 'VoiceAgent'),
    contact: one('contactId', 'Contact'),
  },
  // What was told late or twice must not start the flows of a call that is over once more.
  async check(_sql, _scope, { status }, before) {
    if (!before || before.status === status || isProgress(before.status, status)) return [];
    const why = isEnd(before.status) ? 'which is over and stays so' : 'which has been taken already';
    return [{ field: 'status', message: `status cannot become ${status}: the call is ${before.status}, ${why}.` }];
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
