import { type GalleryTemplate, step, wires } from './draw.js';

export const watchWebsite: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a006',
  name: 'Watch a website',
  description: 'Looks at an address every five minutes and sends an SMS when it does not answer well three times.',
  category: 'operations',
  tags: ['schedule', 'monitoring', 'sms'],
  variables: [
    { name: 'watchedUrl', value: 'https://www.example.com/' },
    { name: 'onCallPhone', value: '+12025550123' },
  ],
  nodes: [
    step('tick', 'trigger.schedule', [0, 0], { label: 'Every five minutes', everyMinutes: 5 }),
    step('look', 'http.request', [1, 0], {
      label: 'Ask for the page',
      method: 'GET',
      url: '{{variables.watchedUrl}}',
      timeout: 15,
      expectStatus: '2xx',
      retry: { attempts: 3, backoffSeconds: 5 },
    }),
    step('well', 'logic.stop', [2, 0], { label: 'All is well' }),
    step('alarm', 'message.sms', [2, 1], {
      label: 'Wake somebody',
      to: '{{variables.onCallPhone}}',
      text: '{{variables.watchedUrl}} does not answer.',
    }),
  ],
  edges: wires('tick>look', 'look:out>well', 'look:error>alarm'),
};
