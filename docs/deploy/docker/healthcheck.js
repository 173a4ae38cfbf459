// Exits with 0 while the server of this container is ready, in every role.
import { get } from 'node:http';

const port = process.env.HEALTH_PORT || process.env.PORT || 4000;
const request = get({ host: '127.0.0.1', port, path: '/readyz', timeout: 4_000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', () => process.exit(1));
