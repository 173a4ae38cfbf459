import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const watchWebsite: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a006',
  name: 'Monitor a website',
  description: 'Requests a URL every five minutes and sends an SMS if it fails three times in a row.',
  category: 'operations',
  tags: ['schedule', 'monitoring', 'sms'],
  variables: [
    { name: 'watchedUrl', value: 'https://www.example.com/' },
    { name: 'onCallPhone', value: '+12025550123' },
  ],
  nodes: [
    node('tick', 'trigger.schedule', [0, 0], { label: 'Every five minutes', everyMinutes: 5 }),
    node('look', 'http.request', [1, 0], {
      label: 'Request the page',
      method: 'GET',
      url: '{{variables.watchedUrl}}',
      timeout: 15,
      expectStatus: '2xx',
      retry: { attempts: 3, backoffSeconds: 5 },
    }),
    node('well', 'logic.stop', [2, 0], { label: 'Website is available' }),
    node('alarm', 'message.sms', [2, 1], {
      label: 'Notify the person on call',
      to: '{{variables.onCallPhone}}',
      text: '{{variables.watchedUrl}} is not available.',
    }),
  ],
  edges: edges('tick>look', 'look:out>well', 'look:error>alarm'),
};
