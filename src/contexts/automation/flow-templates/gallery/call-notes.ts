import { type GalleryTemplate, step, wires } from './draw.js';

export const callNotes: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00a',
  name: 'Notes after each voice call',
  description: 'Takes what was agreed from the summary of a finished call and hands it to another system.',
  category: 'voice',
  tags: ['voice', 'ai', 'notes'],
  variables: [{ name: 'notesUrl', value: 'https://crm.example.com/api/notes' }],
  nodes: [
    step('ended', 'trigger.voiceCall', [0, 0], {
      label: 'Call ended',
      event: 'completed',
      sample: { id: 'call-1', summary: 'Wants a quote for twelve chairs until Friday.', durationSeconds: 184 },
    }),
    step('facts', 'ai.extract', [1, 0], {
      label: 'What was agreed?',
      input: '{{triggerData.summary}}',
      schema: {
        type: 'object',
        properties: {
          topic: { type: 'string' },
          nextStep: { type: 'string' },
          callBackAt: { type: 'string', description: 'ISO date, where one was agreed.' },
        },
        required: ['topic'],
      },
    }),
    step('note', 'http.request', [2, 0], {
      label: 'Store the note',
      method: 'POST',
      url: '{{variables.notesUrl}}',
      auth: { type: 'bearer', token: '{{boveda.notes_api_token}}' },
      body: { callId: '{{triggerData.id}}', metadata: '{{steps.facts}}', seconds: '{{triggerData.durationSeconds}}' },
      retry: { attempts: 3, backoffSeconds: 10 },
    }),
  ],
  edges: wires('ended>facts', 'facts>note'),
};
