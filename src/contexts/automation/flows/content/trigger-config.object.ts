// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { type ClassType, Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import type { Operator } from '../../../../engine/conditions.js';
import type { TriggerType } from '../../../../engine/node-shape.js';
import { catalogue, describeNode, type NodeType } from '../../../../nodes/index.js';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import { withTypeName } from '../../../../platform/graphql/type-names.js';
import { WebhookMethod } from '../../../../platform/graphql/webhook-request.input.js';
import { TriggerTypeName } from './flow-enums.js';

@InterfaceType('TriggerConfig', {
  description: 'The configuration of a trigger. Each type of trigger has a type of its own.',
})
export abstract class TriggerConfig {
  @Field(() => TriggerTypeName, { description: 'The type of the trigger.' })
  triggerType!: TriggerType;
}

/** The JSON Schema of a field of a node, as far as it is read here. */
interface FieldSchema {
  description?: string;
  enum?: string[];
  const?: string;
  oneOf?: FieldSchema[];
  properties?: Record<string, FieldSchema>;
}

type Types = Readonly<Record<string, unknown>>;

const ConditionOperator = defineEnum('ConditionOperator', 'How a condition compares.', {
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

@ObjectType({ simpleResolvers: true, description: 'A condition of a trigger, which must be true.' })
class TriggerCondition {
  @Field(() => Json, { nullable: true, description: 'The value to compare: any, usually an expression.' })
  left!: unknown;

  @Field(() => ConditionOperator, { description: 'The comparison.' })
  operator!: string;

  @Field(() => Json, {
    nullable: true,
    description:
      'The value to compare with: any, a list for `in` and `notIn`. Null if the operator compares with nothing.',
  })
  right?: unknown;
}

/** The type of each field of each trigger. Names, descriptions and rules are those of the node. */
const fieldsOf: Readonly<Record<TriggerType, (field: (name: string) => FieldSchema) => Types>> = {
  manual: () => ({}),
  webhook: (field) => ({
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
  schedule: () => ({ cron: String, everyMinutes: Int, timezone: String }),
  ai_tool: () => ({ toolName: String, description: String, parameters: JsonObject }),
  crm_event: () => ({ eventType: String, pipelineId: String, conditions: [TriggerCondition] }),
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
  execution_failed: () => ({
    flowId: String,
    nodeId: String,
    code: String,
    conditions: [TriggerCondition],
  }),
};

interface Config {
  name: string;
  fields: NodeType['fields']['shape'];
}

const configs = new Map<TriggerType, Config>();
for (const node of catalogue.values()) if (node.trigger) configs.set(node.trigger, defineConfig(node, node.trigger));

/** @throws Error for a field of the node without a type here, or the other way round */
function defineConfig(node: NodeType, trigger: TriggerType): Config {
  const described = describeNode(node).fields.properties as Record<string, FieldSchema>;
  const types = fieldsOf[trigger]((name) => described[name] ?? {});
  const names = Object.keys(described);
  if (names.join() !== Object.keys(types).join())
    throw new Error(`"${node.type}" needs a type of each field: ${names}.`);
  const name = `${upperFirst(node.type.slice('trigger.'.length))}TriggerConfig`;
  const Type = objectOf(name, `The configuration of \`${node.type}\`.`, types, described, TriggerConfig);
  return { name: Type.name, fields: node.fields.shape };
}

/** What was set of a trigger, with null for what was not set or is not valid. */
export function readTriggerConfig(triggerType: TriggerType, stored: Readonly<Record<string, unknown>>): TriggerConfig {
  const { name, fields } = configs.get(triggerType) as Config;
  const values = Object.entries(fields).map(([field, schema]) => {
    const { data } = schema.safeParse(stored[field]);
    return [field, data ?? null];
  });
  return withTypeName({ triggerType, ...Object.fromEntries(values) }, name);
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
  return defineEnum(name, description, values);
}

/** An object of one of several forms, which its `type` names. */
function variantsOf(name: string, description: string, { oneOf = [] }: FieldSchema): ClassType<object> {
  const fields = Object.assign({}, ...oneOf.toReversed().map(({ properties }) => properties));
  const kinds = Object.fromEntries(
    oneOf.flatMap(({ properties: { type } = {} }) => (type?.const ? [[type.const, type.description ?? '']] : [])),
  );
  const type = defineEnum(`${name}Type`, description, kinds);
  return objectOf(name, description, { ...mapped(fields, () => String), type }, fields);
}

function objectOf(
  name: string,
  description: string,
  types: Types,
  described: Readonly<Record<string, FieldSchema>>,
  base: typeof TriggerConfig | ClassType<object> = class {},
): ClassType<object> {
  const Type = { [name]: class extends (base as ClassType<object>) {} }[name] as ClassType<object>;
  for (const [field, type] of Object.entries(types)) {
    const about = described[field]?.description;
    Field(() => type as never, { nullable: true, ...(about && { description: about }) })(Type.prototype, field);
  }
  ObjectType(name, {
    simpleResolvers: true,
    description,
    ...(base === TriggerConfig && { implements: base as never }),
  })(Type);
  return Type;
}

function mapped<T, U>(values: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
