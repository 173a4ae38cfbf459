import { payloadOf } from './notification.js';

type Handler = (payload: string | null) => void;

/** Who is called with the notifications of each channel. */
export class ChannelHandlers {
  readonly #byChannel = new Map<string, Set<Handler>>();

  /** @param id the process, whose own messages are ignored */
  constructor(readonly id: string) {}

  /** Also those that are added while they are read. */
  channels(): Iterable<string> {
    return this.#byChannel.keys();
  }

  /** @returns whether the channel is new */
  add(channel: string, handler: Handler): boolean {
    const known = this.#byChannel.get(channel);
    if (known) known.add(handler);
    else this.#byChannel.set(channel, new Set([handler]));
    return !known;
  }

  remove(channel: string, handler: Handler): void {
    this.#byChannel.get(channel)?.delete(handler);
  }

  /** A message arrived. */
  receive(channel: string, message: string): void {
    const payload = payloadOf(message, this.id);
    if (payload !== undefined) this.call(channel, payload);
  }

  call(channel: string, payload: string): void {
    for (const handler of this.#byChannel.get(channel) ?? []) handler(payload);
  }

  /** Notifications may have been lost, so every handler reads its tables again: of all channels, or of one. */
  missed(channels: Iterable<string> = this.channels()): void {
    for (const channel of channels) for (const handler of this.#byChannel.get(channel) ?? []) handler(null);
  }
}
