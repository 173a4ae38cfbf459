import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const roundRobin: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a011',
  name: 'Assign conversations in turn',
  description:
    'Assigns each new conversation to the next of the users in the variable team, also when many begin at once.',
  category: 'support',
  tags: ['conversations', 'team'],
  variables: [
    { name: 'team', value: ['01970000-0000-7000-8000-000000000005', '01970000-0000-7000-8000-000000000006'] },
  ],
  nodes: [
    node('begun', 'trigger.crmEvent', [0, 0], {
      label: 'Conversation created',
      eventType: 'conversation.created',
      sample: { data: { id: '01970000-0000-7000-8000-000000000004', status: 'open' } },
    }),
    node('turn', 'state.increment', [1, 0], { label: 'Whose turn is it?', key: 'turn' }),
    node('assign', 'workspace.request', [2, 0], {
      label: 'Assign',
      operation: 'updateConversation',
      input: {
        conversationId: '{{triggerData.data.id}}',
        assignedTo: '{{variables.team[(int(steps.turn.value) - 1) % size(variables.team)]}}',
      },
    }),
  ],
  edges: edges('begun>turn', 'turn:out>assign'),
};
