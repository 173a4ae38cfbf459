import { derivedId } from '../../../../platform/new-id.js';
import type { Channel, MessageAttachment } from '../../../crm/definitions/index.js';

/** A message from outside. */
export interface ReceivedMessage {
  /** The workspace whose own account received it; null for the server's account, whose numbers workspaces share. */
  ownWorkspaceId: string | null;
  channel: Extract<Channel, 'sms' | 'whatsapp'>;
  /** The provider's ID: a message that arrives twice has the same one. */
  messageId: string;
  /** The provider's ID of the message that it answers, if the provider sends it. */
  replyTo?: string | undefined;
  /** The sender's number, in E.164; a short code or a name for others. */
  from: string;
  /** The number that received it. */
  to: string | null;
  /** The sender's name, if the provider sends it. */
  name: string | null;
  text: string;
  /** Set if the sender opted out or in through the provider. */
  doNotContact?: boolean;
  /** The file that it came with, which its provider keeps. */
  media?: ReceivedMedia | undefined;
}

/** A file of a received message at its provider. */
export interface ReceivedMedia {
  /** The provider's ID. */
  id: string;
  name: string;
  mimeType: string;
}

/** What became of the files of a received message. */
export interface ReceivedFiles {
  attachments: readonly MessageAttachment[];
  /** Which file was not stored, and why; null for none. */
  dropped: string | null;
}

/** A message that came without files. */
export const withoutFiles: ReceivedFiles = { attachments: [], dropped: null };

const textAtMost = 20_000;

/** The ID of a received message in a workspace. */
export function idOfReceived(workspaceId: string, { channel, messageId }: ReceivedMessage): string {
  return derivedId(`${workspaceId} ${channel} ${messageId}`);
}

/** The text of a received message as it is stored. */
export function textOfReceived({ text }: ReceivedMessage): string {
  return text.trim().slice(0, textAtMost) || '[empty]';
}
