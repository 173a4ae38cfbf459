import { Int } from 'type-graphql';
import type { Operator } from '../../../../engine/conditions.js';
import type { TriggerType } from '../../../../engine/node-shape.js';
import { appTriggerConfig, catalogue, describeFields, type NodeType } from '../../../../nodes/index.js';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import { JsonObject } from '../../../../platform/graphql/scalars.js';
import { WebhookMethod } from '../../../../platform/graphql/webhook-request.input.js';
import { OverlapName } from './flow-enums.js';

/** The JSON Schema of a field of a node, as far as it is read here. */
export interface FieldSchema {
  description?: string;
  enum?: string[];
  const?: string;
  oneOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
}

/** GraphQL types by the name of the field. */
export type Types = Readonly<Record<string, unknown>>;

/** The composed types of fields, for reading or for writing. */
export interface Kinds {
  Condition: object;
  /** A type of one of several forms, which its `type` names. */
  variantsOf(name: string, description: string, field: FieldSchema): object;
}

export const ConditionOperator = defineEnum('ConditionOperator', 'How a condition compares.', {
  eq: '`left` equals `right`.',
  ne: '`left` does not equal `right`.',
  gt: '`left` is greater than `right`.',
  gte: '`left` is greater than or equal to `right`.',
  lt: '`left` is less than `right`.',
  lte: '`left` is less than or equal to `right`.',
  contains: 'The text or list `left` contains `right`.',
  notContains: 'The text or list `left` does not contain `right`.',
  startsWith: 'The text `left` starts with `right`.',
  endsWith: 'The text `left` ends with `right`.',
  matches: 'The text `left` matches the regular expression `right`.',
  in: '`left` is one of the list `right`.',
  notIn: '`left` is not one of the list `right`.',
  exists: '`left` is not null.',
  notExists: '`left` is null.',
  isEmpty: '`left` is null, or an empty text, list or object.',
  isNotEmpty: '`left` is not null, and no empty text, list or object.',
  isTrue: '`left` is true.',
  isFalse: '`left` is false.',
} satisfies Record<Operator, string>);

/** The type of each field of each trigger. Names, descriptions and rules are those of the node. */
const fieldsOf: Readonly<Record<TriggerType, (field: (name: string) => FieldSchema, kinds: Kinds) => Types>> = {
  manual: () => ({}),
  webhook: (field, { variantsOf }) => ({
    responseMode: enumOf(
      'WebhookResponseMode',
      'When the caller of a webhook gets a response.',
      field('responseMode'),
      { accepted: 'At once, with the ID of the execution.', result: 'When the execution has ended, with its result.' },
    ),
    auth: variantsOf('WebhookAuth', 'What calls of a webhook must prove.', field('auth')),
    dedupeKey: String,
    methods: [WebhookMethod],
    allowedIps: [String],
    allowedOrigins: [String],
    challenge: variantsOf('WebhookChallenge', 'A verification request that is answered.', field('challenge')),
  }),
  form: (field) => ({
    title: String,
    description: String,
    fields: [JsonObject],
    submitLabel: String,
    thankYou: String,
    redirectUrl: String,
    accent: String,
    language: enumOf('FormLanguage', 'The language of a page.', field('language'), {
      en: 'English.',
      es: 'Spanish.',
    }),
    embedOrigins: [String],
  }),
  schedule: (field) => ({
    cron: String,
    everyMinutes: Int,
    timezone: String,
    overlap: OverlapName,
    jitterSeconds: Int,
    catchUp: enumOf('ScheduleCatchUp', 'Which of the times are made up for that were missed.', field('catchUp'), {
      none: 'None: a time that is more than a minute late starts nothing.',
      last: 'The last one.',
      all: 'All of the last 7 days.',
    }),
  }),
  ai_tool: () => ({ toolName: String, description: String, parameters: JsonObject }),
  crm_event: (_, { Condition }) => ({ eventType: String, pipelineId: String, conditions: [Condition] }),
  voice_call: (field) => ({
    voiceAgentId: String,
    event: enumOf('VoiceCallTriggerEvent', 'The status of a voice call that starts a flow.', field('event'), {
      ringing: 'The call is being set up.',
      in_progress: 'The parties are talking.',
      completed: 'The call was answered and has ended.',
      failed: 'The call could not be set up.',
      no_answer: 'The call was not answered.',
      busy: 'The line was busy.',
    }),
  }),
  execution_failed: (_, { Condition }) => ({ flowId: String, nodeId: String, code: String, conditions: [Condition] }),
  poll: () => ({ request: JsonObject, items: String, key: String, cursor: String, everySeconds: Int }),
  feed: () => ({ url: String, everySeconds: Int }),
  page_change: () => ({ url: String, selector: String, everySeconds: Int }),
  app: () => ({ node: String, data: JsonObject }),
};

/** What configures a trigger. */
export interface TriggerFields {
  trigger: TriggerType;
  /** The type of its node, for example `trigger.webhook`. */
  nodeType: string;
  /** `WebhookTriggerConfig` */
  name: string;
  fields: NodeType['fields']['shape'];
  described: Readonly<Record<string, FieldSchema>>;
  /** @throws Error for a field of the node without a type here, or the other way round */
  typesOf(kinds: Kinds): Types;
}

/** Every trigger of the catalogue, in its order; those of services have one configuration. */
export const triggerFields: readonly TriggerFields[] = [
  ...[...catalogue.values()].flatMap((node) =>
    node.trigger && node.trigger !== 'app' ? [fieldsOfTrigger(node, node.trigger)] : [],
  ),
  fieldsOfTrigger({ type: 'trigger.app', fields: appTriggerConfig }, 'app'),
];

function fieldsOfTrigger(node: Pick<NodeType, 'type' | 'fields'>, trigger: TriggerType): TriggerFields {
  const described = (describeFields(node).properties ?? {}) as Record<string, FieldSchema>;
  return {
    trigger,
    nodeType: node.type,
    name: `${upperFirst(node.type.slice('trigger.'.length))}TriggerConfig`,
    fields: node.fields.shape,
    described,
    typesOf(kinds) {
      const types = fieldsOf[trigger]((name) => described[name] ?? {}, kinds);
      const names = Object.keys(described);
      if (names.join() !== Object.keys(types).join())
        throw new Error(`"${node.type}" needs a type of each field: ${names}.`);
      return types;
    },
  };
}

const enums = new Map<string, object>();

/** An enum, declared once for reading and writing. */
function declared(name: string, description: string, values: Readonly<Record<string, string>>): object {
  const known = enums.get(name) ?? defineEnum(name, description, values);
  enums.set(name, known);
  return known;
}

/** @throws Error if the values are not those of the node */
function enumOf(
  name: string,
  description: string,
  { enum: accepted = [] }: FieldSchema,
  values: Readonly<Record<string, string>>,
): object {
  if (accepted.join() !== Object.keys(values).join())
    throw new Error(`"${name}" needs a sentence on each of ${accepted}.`);
  return declared(name, description, values);
}

/** The fields of all forms of a field that has several, and their types. */
export function fieldsOfVariants(name: string, description: string, { oneOf = [] }: FieldSchema) {
  const described = Object.assign({}, ...oneOf.toReversed().map(({ properties }) => properties)) as Record<
    string,
    FieldSchema
  >;
  const kinds = Object.fromEntries(
    oneOf.flatMap(({ properties: { type } = {} }) => (type?.const ? [[type.const, type.description ?? '']] : [])),
  );
  const type = declared(`${name}Type`, description, kinds);
  const types = Object.fromEntries(Object.keys(described).map((field) => [field, String as unknown]));
  return { described, types: { ...types, type } };
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
