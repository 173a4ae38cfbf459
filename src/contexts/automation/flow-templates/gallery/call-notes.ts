import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const callNotes: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00a',
  name: 'Store notes of each voice call',
  description: 'Extracts the agreements from the summary of a finished call and sends them to another system.',
  category: 'voice',
  tags: ['voice', 'ai', 'notes'],
  variables: [{ name: 'notesUrl', value: 'https://crm.example.com/api/notes' }],
  nodes: [
    node('ended', 'trigger.voiceCall', [0, 0], {
      label: 'Call ended',
      event: 'completed',
      sample: { id: 'call-1', summary: 'Wants a quote for twelve chairs by Friday.', durationSeconds: 184 },
    }),
    node('details', 'ai.extract', [1, 0], {
      label: 'Extract the agreements',
      input: '{{triggerData.summary}}',
      schema: {
        type: 'object',
        properties: {
          topic: { type: 'string' },
          nextStep: { type: 'string' },
          callBackAt: { type: 'string', description: 'ISO date, if one was agreed.' },
        },
        required: ['topic'],
      },
    }),
    node('note', 'http.request', [2, 0], {
      label: 'Store the note',
      method: 'POST',
      url: '{{variables.notesUrl}}',
      auth: { type: 'bearer', token: '{{boveda.notes_api_token}}' },
      body: { callId: '{{triggerData.id}}', details: '{{steps.details}}', seconds: '{{triggerData.durationSeconds}}' },
      retry: { attempts: 3, backoffSeconds: 10 },
    }),
  ],
  edges: edges('ended>details', 'details>note'),
};
