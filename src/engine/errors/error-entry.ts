/** The documentation of an error code. */
export interface ExecutionErrorEntry {
  meaning: string;
  cause: string;
  cure: string;
}
