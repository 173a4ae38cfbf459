// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { type ClassType, Extensions, Field, InputType } from 'type-graphql';
import type { TriggerType } from '../../../../engine/node-shape.js';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import { GathersKeys, HasJsonForm, OneOf } from '../../../../platform/graphql/json-form.js';
import { Json, JsonObject } from '../../../../platform/graphql/scalars.js';
import {
  ConditionOperator,
  type FieldSchema,
  fieldsOfVariants,
  type Kinds,
  type Types,
  triggerFields,
} from './trigger-config-fields.js';
import { triggerConfigForm } from './trigger-config-form.js';

@InputType({ description: 'A condition of a trigger, which must be true.' })
class TriggerConditionInput {
  @Field(() => Json, { nullable: true, description: 'The value to compare: any, usually an expression.' })
  left?: unknown;

  @Field(() => ConditionOperator, { description: 'The comparison.' })
  operator!: string;

  @Field(() => Json, {
    nullable: true,
    description:
      'The value to compare with: any, a list for `in` and `notIn`. Null if the operator compares with nothing.',
  })
  right?: unknown;
}

const kinds: Kinds = {
  Condition: TriggerConditionInput,
  variantsOf(name, description, field) {
    const { types, described } = fieldsOfVariants(name, description, field);
    return inputOf(name, description, types, described);
  },
};

function inputOf(
  name: string,
  description: string,
  types: Types,
  described: Readonly<Record<string, FieldSchema>>,
): ClassType<object> {
  const Type = { [name]: class {} }[name] as ClassType<object>;
  for (const [field, type] of Object.entries(types)) {
    const about = described[field]?.description;
    Field(() => type as never, { nullable: true, ...(about && { description: about }) })(Type.prototype, field);
  }
  InputType(`${name}Input`, { description })(Type);
  return Type;
}

/** The configuration of a trigger: one of its fields, each with the configuration of one type of trigger. */
@HasJsonForm(triggerConfigForm)
@OneOf()
@InputType({ description: 'The configuration of a trigger: exactly one field.' })
export class TriggerConfigInput {
  @Field(() => JsonObject, {
    nullable: true,
    description:
      'The configuration as `storedTriggerConfig` shows it, which may have values that are not valid yet. Its keys depend on the trigger.',
  })
  @GathersKeys()
  stored?: Record<string, unknown> | null;
}

/** The triggers by the field of the input. One without fields needs no configuration. */
const triggerOf = new Map<string, TriggerType>();
for (const { trigger, nodeType, name, described, typesOf } of triggerFields) {
  if (Object.keys(described).length === 0) continue;
  const field = nodeType.slice('trigger.'.length);
  const about = `The configuration of \`${nodeType}\`.`;
  const Type = inputOf(name, about, typesOf(kinds), described);
  Field(() => Type, { nullable: true, description: about })(TriggerConfigInput.prototype, field);
  Extensions({ graphqlOnly: true })(TriggerConfigInput.prototype, field);
  triggerOf.set(field, trigger);
}

interface TriggerSettings {
  triggerType?: TriggerType;
  triggerConfig?: TriggerConfigInput | Record<string, unknown>;
}

/**
 * The trigger of sent settings as it is stored. A typed configuration names its trigger. Adds to `violations` if it is that of
 * another trigger than `triggerType`.
 */
export function triggerSettings(
  { triggerType, triggerConfig }: TriggerSettings,
  violations: ErrorDetail[],
): { triggerType?: TriggerType; triggerConfig?: Record<string, unknown> } {
  if (!(triggerConfig instanceof TriggerConfigInput))
    return { ...(triggerType && { triggerType }), ...(triggerConfig && { triggerConfig }) };
  const [field, config] = sentField(triggerConfig);
  const named = triggerOf.get(field) ?? triggerType;
  if (triggerType && named !== triggerType) {
    const message = `triggerConfig must be that of the trigger ${triggerType}, or triggerType ${named}.`;
    violations.push({ field: `settings.triggerConfig.${field}`, rule: 'TRIGGER_CONFIG_INVALID', message });
  }
  return { ...(named && { triggerType: named }), triggerConfig: { ...config } };
}

/** The setting by which sent settings name their trigger, `triggerConfig.schedule`, if it is not `triggerType`. */
export function namedBy({ triggerType, triggerConfig }: TriggerSettings = {}): string | undefined {
  if (triggerType || !(triggerConfig instanceof TriggerConfigInput)) return undefined;
  const [field] = sentField(triggerConfig);
  return triggerOf.has(field) ? `triggerConfig.${field}` : undefined;
}

/** The one field of an input that is sent. */
function sentField(config: TriggerConfigInput): [string, object] {
  return Object.entries(config).find(([, value]) => value) ?? ['', {}];
}
