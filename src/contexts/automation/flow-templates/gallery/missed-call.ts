import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const missedCall: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a014',
  name: 'Answer missed calls by SMS',
  description:
    'Sends an SMS to callers whom no one answered, at most one an hour each. Enter the webhook URL as the action of Dial at Twilio.',
  category: 'support',
  tags: ['calls', 'sms'],
  nodes: [
    node('ended', 'trigger.webhook', [0, 1], {
      label: 'Call ended',
      auth: { type: 'twilio', secretName: 'twilio_auth_token' },
      responseMode: 'result',
      sample: {
        CallSid: 'CA00000000000000000000000000000001',
        DialCallStatus: 'no-answer',
        From: '+34600000001',
        To: '+34910000001',
      },
    }),
    node('hang', 'webhook.respond', [1, 2], {
      label: 'End the call',
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      text: '<Response><Hangup/></Response>',
    }),
    node('missed', 'logic.if', [1, 0], {
      label: 'Not answered?',
      conditions: [
        { left: '{{triggerData.DialCallStatus}}', operator: 'in', right: ['no-answer', 'busy', 'failed', 'canceled'] },
      ],
    }),
    node('first', 'state.seen', [2, 0], {
      label: 'First call in an hour?',
      key: 'missed:{{triggerData.From}}',
      ttlSeconds: 3_600,
    }),
    node('answer', 'message.sms', [3, 0], {
      label: 'Answer',
      to: '{{triggerData.From}}',
      text: 'Sorry that we missed your call. How can we help? Reply to this message and we will write or call back.',
    }),
  ],
  edges: edges('ended>hang', 'ended>missed', 'missed:true>first', 'first:new>answer'),
};
