// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { type ClassType, Field, InterfaceType, ObjectType } from 'type-graphql';
import type { TriggerType } from '../../../../engine/node-shape.js';
import { Json } from '../../../../platform/graphql/scalars.js';
import { withTypeName } from '../../../../platform/graphql/type-names.js';
import { TriggerTypeName } from './flow-enums.js';
import {
  ConditionOperator,
  type FieldSchema,
  fieldsOfVariants,
  type Kinds,
  type Types,
  triggerFields,
} from './trigger-config-fields.js';

@InterfaceType('TriggerConfig', {
  description: 'The configuration of a trigger. Each type of trigger has a type of its own.',
})
export abstract class TriggerConfig {
  @Field(() => TriggerTypeName, { description: 'The type of the trigger.' })
  triggerType!: TriggerType;
}

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

const kinds: Kinds = {
  Condition: TriggerCondition,
  variantsOf(name, description, field) {
    const { types, described } = fieldsOfVariants(name, description, field);
    return objectOf(name, description, types, described);
  },
};

const configs = new Map(
  triggerFields.map(({ trigger, nodeType, name, fields, described, typesOf }) => {
    const about = `The configuration of \`${nodeType}\`.`;
    const Type = objectOf(name, about, typesOf(kinds), described, TriggerConfig);
    return [trigger, { name: Type.name, fields }];
  }),
);

/** What was set of a trigger, with null for what was not set or is not valid. */
export function readTriggerConfig(triggerType: TriggerType, stored: Readonly<Record<string, unknown>>): TriggerConfig {
  const config = configs.get(triggerType);
  if (!config) throw new Error(`The catalogue has no trigger of the type ${triggerType}.`);
  const { name, fields } = config;
  const values = Object.entries(fields).map(([field, schema]) => {
    const { data } = schema.safeParse(stored[field]);
    return [field, data ?? null];
  });
  return withTypeName({ triggerType, ...Object.fromEntries(values) }, name);
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
