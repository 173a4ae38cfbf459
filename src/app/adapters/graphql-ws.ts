import type { WebSocket } from 'ws';

/** Reports an error of a client's socket instead of graphql-ws, which prints it. The socket closes with the right code by itself. */
export function reportErrors(socket: WebSocket, report: (error: Error) => void): void {
  socket.removeAllListeners('error').on('error', report);
}
