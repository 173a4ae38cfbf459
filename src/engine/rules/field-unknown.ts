import { z } from 'zod';
import { didYouMean } from '../did-you-mean.js';
import { dataOf } from '../handles.js';
import type { NodeShape } from '../node-shape.js';
import { fieldName } from './field-name.js';
import { policies } from './field-violations.js';
import { type Rule, refusesRun } from './rule.js';
import { type UnknownKey, unknownKeys } from './unknown-keys.js';

/** Fields that a message lists if none is similar. */
const fieldsListed = 30;

export const fieldUnknown: Rule = {
  id: 'FIELD_UNKNOWN',
  meaning: 'The data of a node has a field that its type does not have, for example a misspelled one.',
  cure: 'Correct the name, or delete the field. Data of an editor belongs in `ui`, which is ignored.',
  ...refusesRun,
  check: (context) =>
    context.nodes.flatMap((node) => {
      const shape = context.shapeOf(node);
      if (!shape) return [];
      return unknownKeys(dataOf(node), allFields(shape)).map((unknown) => {
        const field = fieldName([...unknown.path, unknown.key]);
        return { nodeId: node.id, field, message: context.fieldMessage(node, field, problemOf(unknown)) };
      });
    }),
};

function problemOf({ path, key, known }: UnknownKey): string {
  const similar = didYouMean(key, known);
  // Those that every node has are not what was meant.
  const own =
    path.length > 0 ? known : known.filter((name) => !Object.hasOwn({ ...policies.shape, ...ofTriggers }, name));
  const list = own.length === 0 ? 'It has none.' : `Its fields are: ${own.slice(0, fieldsListed).join(', ')}.`;
  return `is not a field of ${path.length > 0 ? fieldName(path) : 'this type of node'}.${similar || ` ${list}`}`;
}

const fieldsOfShapes = new WeakMap<NodeShape, z.ZodObject>();

/** What simulations use as trigger data. */
const ofTriggers = { sample: z.unknown().optional() };

/** The fields of a node type with those that every node has. */
function allFields(shape: NodeShape): z.ZodObject {
  let fields = fieldsOfShapes.get(shape);
  if (!fields) {
    const shapes = { ...policies.shape, ...(shape.trigger && ofTriggers), ...shape.fields.shape };
    fields = shape.fields.def.catchall ? z.looseObject(shapes) : z.object(shapes);
    fieldsOfShapes.set(shape, fields);
  }
  return fields;
}
