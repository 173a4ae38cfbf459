import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay before the server, which loses what a network may lose. */
export interface Relay {
  url: string;
  /** The server carries out the next request, but its connection breaks before the answer. */
  loseNextAnswer(): void;
  lostAnswers(): number;
  /** Cuts all connections. */
  cut(): void;
  /** How many connections were opened so far. */
  connections(): number;
  stop(): void;
}

/** @param target the URL of the server; null while there is none: connections are refused */
export async function startRelay(target: () => string | null): Promise<Relay> {
  const open = new Set<Socket>();
  let connections = 0;
  let isLosing = false;
  let lost = 0;
  const server = createServer((near) => {
    connections++;
    const url = target();
    if (!url) return void near.destroy();
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    const close = () => {
      open.delete(near);
      near.destroy();
      far.destroy();
    };
    open.add(near);
    for (const socket of [near, far]) socket.on('error', close).on('close', close);
    near.pipe(far);
    far.on('data', (bytes) => {
      if (!isLosing) return void near.write(bytes);
      isLosing = false;
      lost++;
      close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextAnswer: () => {
      isLosing = true;
    },
    lostAnswers: () => lost,
    cut: () => {
      for (const socket of open) socket.destroy();
    },
    connections: () => connections,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
