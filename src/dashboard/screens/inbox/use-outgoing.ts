import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useWorkspaceId } from '../../workspace/workspace';

const createMessage = graphql(`
  mutation InboxSend($workspaceId: ID!, $conversationId: ID!, $body: String!) {
    createMessage(workspaceId: $workspaceId, conversationId: $conversationId, input: { body: $body }) {
      id
    }
  }
`);

/** A message that was written here and is not in the list yet. */
export interface OutgoingMessage {
  key: number;
  body: string;
  at: string;
  /** Known once the server has it. */
  id?: string;
  error?: Error | undefined;
}

/** Messages on their way. */
export interface Outgoing {
  messages: readonly OutgoingMessage[];
  send: (body: string) => void;
  retry: (message: OutgoingMessage) => void;
}

/** Shows messages at once, and sends them. One that failed stays, with a way to try again. */
export function useOutgoing(conversationId: string): Outgoing {
  const workspaceId = useWorkspaceId();
  const [messages, setMessages] = useState<readonly OutgoingMessage[]>([]);
  const { mutateAsync } = useWrite(createMessage, ['message', 'conversation']);
  const change = (key: number, changes: Partial<OutgoingMessage>) =>
    setMessages((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const post = (key: number, body: string) => {
    mutateAsync({ workspaceId, conversationId, body }).then(
      ({ createMessage: { id } }) => change(key, { id }),
      (error: Error) => change(key, { error }),
    );
  };
  return {
    messages,
    send: (body) => {
      const key = performance.now();
      setMessages((all) => [...all, { key, body, at: new Date().toISOString() }]);
      post(key, body);
    },
    retry: ({ key, body }) => {
      change(key, { error: undefined });
      post(key, body);
    },
  };
}
