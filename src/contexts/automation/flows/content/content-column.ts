import { Property } from '@mikro-orm/decorators/legacy';
import { Field } from 'type-graphql';
import { TextArray } from '../../../../platform/database/text-array.js';
import { HasJsonForm, type JsonForm } from '../../../../platform/graphql/json-form.js';
import { JsonObject } from '../../../../platform/graphql/scalars.js';
import { FlowSettingsObject } from './flow-settings.object.js';
import { FlowVariableObject } from './flow-variable.object.js';
import { graphDescriptions } from './graph-descriptions.js';
import { flowEdgeForm, flowNodeForm } from './graph-forms.js';

const json = { type: 'json', columnType: 'json' } as const;

/** The parts of a flow's content: their types in the graph, and their columns. */
const parts = {
  nodes: { of: () => [JsonObject], column: json },
  edges: { of: () => [JsonObject], column: json },
  variables: { of: () => [FlowVariableObject], column: json },
  settings: { of: () => FlowSettingsObject, column: json },
  tags: { of: () => [String], column: { type: TextArray, columnType: 'text[]' } },
};

/** What the JSON values of a part consist of. */
const forms: Partial<Record<keyof typeof parts, JsonForm>> = { nodes: flowNodeForm, edges: flowEdgeForm };

/** A part of a flow's content as a column, and as a field of the graph. */
export function ContentColumn(part: keyof typeof parts): PropertyDecorator {
  const { of, column } = parts[part];
  const form = forms[part];
  return (target, key) => {
    Field(of, { description: graphDescriptions[part] })(target, key);
    if (form) HasJsonForm(form)(target, key);
    // MikroORM writes into the options.
    Property({ ...column })(target, key as string);
  };
}
