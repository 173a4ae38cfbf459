import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { formFields, requireConsistentForm } from '../form/form-fields.js';
import { sampleOfForm } from '../form/sample-of-form.js';
import { passTriggerData } from './pass-trigger-data.js';

const sample = {
  fields: { name: 'Ana', email: 'ana@example.com', interests: ['Courses'] },
  submittedAt: '2026-01-05T09:00:00.000Z',
};

export const formTrigger = defineNode({
  type: 'trigger.form',
  title: 'Form',
  category: 'trigger',
  capability: null,
  description: 'Starts the flow when its form is sent, a page that the server shows at an address of the flow.',
  trigger: 'form',
  fields: z.object(formFields).superRefine(requireConsistentForm),
  sourceHandles: ['out'],
  effects: false,
  sample,
  sampleOf: (data) => sampleOfForm(data, sample),
  example: {
    title: 'Contact us',
    fields: [
      { name: 'name', label: 'Name', type: 'text', required: true },
      { name: 'email', label: 'Email', type: 'email', required: true },
      { name: 'interests', label: 'Interests', type: 'checkbox', options: ['Courses', 'Events'] },
    ],
    thankYou: 'Thank you. We will write to you soon.',
  },
  output:
    '`fields`, the values by the names of the fields, and `submittedAt`. A number is a number, `checkbox` true or false, or with `options` a list, and a file is the value of a file; what was left empty is null.',
  exampleRun: {},
  run: passTriggerData,
});
