import type { JsonForm } from '../../../../platform/graphql/json-form.js';
import { triggerFields } from './trigger-config-fields.js';

/*
 * The configuration of a trigger as OpenAPI describes it. A flow that is not active may have any values: the last form names the
 * keys of all triggers, and the others say what each accepts.
 */
export const triggerConfigForm: JsonForm = {
  name: 'TriggerConfig',
  components: () => {
    const configs = triggerFields.filter(({ described }) => Object.keys(described).length > 0);
    const all = configs.flatMap(({ described }) => Object.entries(described));
    const anyValues = all.map(([name, { description }]) => [name, { ...(description && { description }) }]);
    return {
      TriggerConfig: {
        description: 'The configuration of a trigger. Its keys depend on the trigger.',
        anyOf: [...configs.map(({ name }) => name), 'StoredTriggerConfig'].map((name) => ({
          $ref: `#/components/schemas/${name}`,
        })),
      },
      StoredTriggerConfig: {
        type: 'object',
        description: 'The configuration of any trigger, with values that may not be valid yet.',
        properties: Object.fromEntries(anyValues),
        additionalProperties: false,
      },
      ...Object.fromEntries(
        configs.map(({ name, nodeType, described }) => [
          name,
          {
            type: 'object',
            description: `The configuration of \`${nodeType}\`.`,
            properties: described,
            additionalProperties: false,
          },
        ]),
      ),
    };
  },
};
