import { edges, type GalleryTemplate, node } from './gallery-template.js';

/** A message in the channel of the team. */
function post(label: string, row: number, id: string, text: string) {
  return node(id, 'http.request', [2, row], {
    label,
    method: 'POST',
    url: 'https://slack.com/api/chat.postMessage',
    auth: { type: 'bearer', token: '{{boveda.chat_token}}' },
    body: { channel: '#leads', text },
    retry: { attempts: 3, backoffSeconds: 5 },
  });
}

const who = '{{triggerData.fields.name}} ({{triggerData.fields.email}})';
const wrote = '{{default(triggerData.fields.message, "")}}';

export const leadForm: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a012',
  name: 'Collect leads with a form',
  description:
    'Shows a form at an address of its own, creates or updates the contact, and posts to the team chat whether the lead is new.',
  category: 'sales',
  tags: ['lead', 'form', 'chat'],
  nodes: [
    node('form', 'trigger.form', [0, 1], {
      label: 'Form sent',
      title: 'Contact us',
      fields: [
        { name: 'name', label: 'Name', type: 'text', required: true },
        { name: 'email', label: 'Email', type: 'email', required: true },
        { name: 'message', label: 'Message', type: 'textarea' },
      ],
      thankYou: 'Thank you. We will reply within one working day.',
    }),
    node('contact', 'crm.upsertContact', [1, 1], {
      label: 'Create or update the contact',
      email: '{{triggerData.fields.email}}',
      fields: { name: '{{triggerData.fields.name}}', source: 'form' },
    }),
    post('Post a new lead', 0, 'created', `New lead: ${who}\n${wrote}`),
    post('Post a known contact', 2, 'known', `Wrote again: ${who}\n${wrote}`),
  ],
  edges: edges('form>contact', 'contact:created>created', 'contact:updated>known'),
};
