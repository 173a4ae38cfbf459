/** The bodies that create what is no record of the CRM, by the path of the collection. */
export const inputs: Readonly<Record<string, unknown>> = {
  'P/flows': {
    name: 'Welcome',
    description: null,
    nodes: [{ id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: { b: 1, a: 2 } }],
    edges: [],
    tags: ['vip'],
  },
  'P/flows/folders': { name: 'Onboarding' },
  'P/flows/templates': { name: 'Welcome', nodes: [], edges: [], tags: ['vip'] },
  'P/flows/global-vars': { name: 'currency', value: 'EUR' },
  'P/connections': { name: 'Shop', auth: { type: 'bearer', token: 'sk-0123456789abcdef' }, hosts: ['example.com'] },
  'P/flows/secrets': { name: 'openai', value: 'sk-0123456789abcdef', description: 'Key' },
  'P/webhooks': { url: 'https://hooks.example.com/in', events: ['contact.created'], description: 'Orders' },
  'P/follow-up/sequences/:followUpSequenceId/steps': { delayMinutes: 5, message: 'Still there?' },
  'P/company-contexts': { name: 'Acme', services: ['Delivery'], faqs: [{ question: 'When?', answer: 'Now.' }] },
};
