import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const formFiles: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a013',
  name: 'Store the files of a form',
  description: 'Receives applications with a file by a form, stores the file on a server and notifies the team.',
  category: 'operations',
  tags: ['form', 'files', 'email'],
  variables: [{ name: 'teamEmail', value: 'team@example.com' }],
  nodes: [
    node('form', 'trigger.form', [0, 0], {
      label: 'Application sent',
      title: 'Apply',
      fields: [
        { name: 'name', label: 'Name', type: 'text', required: true },
        { name: 'email', label: 'Email', type: 'email', required: true },
        { name: 'cv', label: 'CV', type: 'file', required: true, help: 'At most 50 MB.' },
      ],
      thankYou: 'Thank you. We have received your application.',
    }),
    node('store', 'http.request', [1, 0], {
      label: 'Store the file',
      method: 'PUT',
      url: 'https://files.example.com/applications/{{execution.id}}/{{urlEncode(triggerData.fields.cv["$file"].name)}}',
      auth: { type: 'bearer', token: '{{boveda.storage_token}}' },
      headers: { 'content-type': '{{triggerData.fields.cv["$file"].mimeType}}' },
      body: '{{triggerData.fields.cv}}',
      bodyType: 'file',
      timeout: 300,
      retry: { attempts: 3, backoffSeconds: 5 },
    }),
    node('notify', 'message.email', [2, 0], {
      label: 'Notify the team',
      to: '{{variables.teamEmail}}',
      subject: 'Application of {{triggerData.fields.name}}',
      body: '{{triggerData.fields.name}} ({{triggerData.fields.email}}) has sent {{triggerData.fields.cv["$file"].name}}, {{string(triggerData.fields.cv["$file"].size)}} bytes.',
    }),
  ],
  edges: edges('form>store', 'store>notify'),
};
