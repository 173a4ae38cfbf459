/** A payment that adds credits to a wallet, or a refund that takes them out. */
export interface Payment {
  /** The ID of an account, the ID of one of its workspaces, or the email of its user. */
  account: string;
  /** Micro-credits; negative for a refund. */
  micros: bigint;
  /** The name of the transfer in the ledger, which is booked once. */
  reference: string;
  /** The ID of the event that reported it. */
  eventId: string;
}
