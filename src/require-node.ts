/** The oldest major version of Node that runs the server: `isolated-vm` requires it. */
export const oldestNode = 24;

/**
 * Ends the process with one sentence and exit code 1 if its Node is too old. The module imports nothing: an older Node
 * fails with a stack trace while it loads the server.
 */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= oldestNode) return;
  process.stderr.write(
    `The server requires Node ${oldestNode} or newer, but this is Node ${node}. Install Node ${oldestNode}, or start the server of a clone with: npm start\n`,
  );
  process.exit(1);
}
