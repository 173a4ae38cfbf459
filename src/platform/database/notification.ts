/** Says that something has changed; the change is read from tables. */
export interface Notification {
  channel: string;
  /** The ID of what has changed, or empty. */
  payload: string;
}

/** Carries notifications to the other processes. They can be lost: who waits for one also reads the tables from time to time. */
export interface NotificationSender {
  /** @throws if they could not be sent */
  send(notifications: readonly Notification[]): Promise<unknown>;
}

/** What statements return in their column `notifies`: channels with their payloads, separated by spaces. */
export function parseNotifications(text: string): Notification[] {
  return text.split(' ').map((one) => {
    const [channel = '', payload = ''] = one.split(/:(.*)/s);
    return { channel, payload };
  });
}

/** A payload as a process sends it. */
export function messageOf(processId: string, payload: string): string {
  return `@${processId} ${payload}`;
}

/** The payload of a message; undefined for one that the process sent itself, because it was woken then. */
export function payloadOf(message: string, processId: string): string | undefined {
  const [, sender, payload = message] = /^@(\S+) (.*)$/s.exec(message) ?? [];
  return sender === processId ? undefined : payload;
}
