import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FakeService } from '../fake-service.js';

/** The fakes in this folder, each of which exports its service as `service`, by the name of the file. */
export const services: Readonly<Record<string, FakeService>> = Object.fromEntries(
  await Promise.all(
    globSync('tests/connectors/services/*.fake.ts').map(async (file) => {
      const { service } = (await import(pathToFileURL(file).href)) as { service: FakeService };
      return [basename(file, '.fake.ts'), service] as const;
    }),
  ),
);
