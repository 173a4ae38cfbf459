import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { formFields, requireConsistentForm } from '../form/form-fields.js';
import { sampleOfForm } from '../form/sample-of-form.js';
import { waitAtAddress } from './at-address.js';
import { timeoutField } from './wait-until.js';

const sample = { fields: { date: '2026-01-12', note: null }, submittedAt: '2026-01-05T09:00:00.000Z' };

export const formNode = defineNode({
  type: 'wait.form',
  title: 'Wait for a form',
  category: 'wait',
  capability: null,
  description:
    'Waits until the form of the step is sent, once, without holding a worker. Earlier steps read its address as `execution.callbacks.<ID of the node>`, for example to send it in an email.',
  fields: z
    .object({
      ...formFields,
      timeoutMinutes: timeoutField.describe(
        'Minutes after which the step leaves by `timeout`. Defaults to no timeout.',
      ),
    })
    .superRefine(requireConsistentForm),
  sourceHandles: ['out', 'timeout'],
  decides: true,
  effects: false,
  waitsForEvents: true,
  address: 'forms',
  sample,
  sampleOf: (data) => sampleOfForm(data, sample),
  example: {
    title: 'Choose a date, {{triggerData.name}}',
    fields: [
      { name: 'date', label: 'Date', type: 'date', required: true },
      { name: 'note', label: 'Note', type: 'textarea' },
    ],
    timeoutMinutes: 10_080,
  },
  output:
    '`fields`, the values by the names of the fields as for `trigger.form`, and `submittedAt`; null after a timeout.',
  errors: ['STEP_TIMEOUT'],
  exampleRun: { triggerData: { name: 'Ana' } },
  run: waitAtAddress,
});
