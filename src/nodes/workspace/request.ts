import { z } from 'zod';
import { didYouMean } from '../../engine/did-you-mean.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { requestErrors } from '../step-errors.js';
import { crmEventNames } from '../trigger/crm-event-types.js';
import { inputViolations } from './input-violations.js';
import { operations, sampleOfOperation, unavailable } from './operations.js';
import { requestPresets } from './presets.js';

const names = [...operations.keys()] as [string, ...string[]];

function operationProblem(input: unknown): string {
  if (input === undefined || input === null) return 'is required';
  const accepted = `${names.length} operations are accepted, for example listContacts, getContact and updateContact`;
  if (typeof input === 'string' && unavailable.has(input))
    return `must be an operation that flows can call. ${input} is not available to them, as are all operations that change accounts, members, API keys, secrets, wallets and flows, or send files. ${accepted}.`;
  return `must be an operation of the API.${didYouMean(String(input), names)} ${accepted}.`;
}

/** The events of the CRM that an operation causes: `updateContact` causes `contact.updated`. */
function causesOf(operation: unknown): readonly string[] {
  const [, verb = '', noun = ''] = /^(create|update|delete)([A-Z][A-Za-z]*)$/.exec(`${operation}`) ?? [];
  const record = noun === 'CalendarEvent' ? 'appointment' : noun.toLowerCase();
  const type = `${record}.${verb}d`;
  return crmEventNames.includes(type) ? [type] : [];
}

export const workspaceRequestNode = defineNode({
  type: 'workspace.request',
  title: 'Call the workspace',
  category: 'workspace',
  capability: null,
  description:
    'Calls an operation of the API in the workspace of the flow, with the rights of who the execution runs as and without an API key.',
  fields: z
    .object({
      operation: z
        .enum(names, { error: ({ input }) => operationProblem(input) })
        .describe('The operation, by its `operationId` in the documentation of the API: `listContacts`.'),
      input: optionalField(z.record(z.string().min(1).max(200), z.unknown())).describe(
        'What the operation reads of its path, query and body, by name in one object; `workspaceId` is always that of the flow. A path that leads nowhere is refused: `{{default(triggerData.phone, null)}}` sends null.',
      ),
    })
    .superRefine(({ operation, input = {} }, context) => {
      const known = operations.get(operation);
      for (const { path, message } of known ? inputViolations(known, input) : [])
        context.addIssue({ code: 'custom', path: ['input', ...path], message });
    }),
  filled: { input: 'paths' },
  reads: ({ operation }) => {
    const known = operations.get(`${operation}`);
    if (known) return known.capabilities;
    return `${operation}`.includes('{{') ? everyCapability : [];
  },
  causes: ({ operation }) => causesOf(operation),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: sampleOfOperation('listContacts'),
  sampleOf: ({ operation }) => sampleOfOperation(operation),
  presets: requestPresets,
  example: { operation: 'listContacts', input: { status: 'lead', limit: 20 } },
  output: 'the `data` of the answer; of a list `data` and `pagination`.',
  errors: [...requestErrors],
  exampleRun: { answer: sampleOfOperation('listContacts') },
  run: async ({ data: { operation, input = {} }, ports, signal }) => {
    try {
      return { kind: 'done', output: await ports.workspace.request(operation, input, signal) };
    } catch (error) {
      return recordFailure(error);
    }
  },
});

/** What an operation can require that is known only when the flow runs. */
const everyCapability = [...new Set([...operations.values()].flatMap(({ capabilities }) => capabilities))];
