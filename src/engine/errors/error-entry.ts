/** What a reader of the documentation learns about an error code. */
export interface ExecutionErrorEntry {
  meaning: string;
  cause: string;
  cure: string;
}
