// Exits with 0 while the server of this container is ready. A worker opens no port: it is healthy while its process runs.
import { get } from 'node:http';

if (process.env.ROLE !== 'worker') {
  const port = process.env.PORT || 4000;
  const request = get({ host: '127.0.0.1', port, path: '/readyz', timeout: 4_000 }, ({ statusCode }) => {
    process.exit(statusCode === 200 ? 0 : 1);
  });
  request.on('timeout', () => request.destroy(new Error('no answer')));
  request.on('error', () => process.exit(1));
}
