import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { spanishOf } from '../../src/nodes/app/app-texts.js';
import type { parseConnector } from '../../src/nodes/app/parse-connector.js';

/**
 * Checks `src/connectors/*.yaml`, and writes them as modules that are not kept in git: for the server, and their Spanish for the
 * dashboard. Called when the sources are compiled to dist/src.
 * @throws Error that names a file that is not valid, and what is wrong in it
 */
export async function writeConnectors(): Promise<void> {
  const { parseConnector: parse } = await load<{ parseConnector: typeof parseConnector }>('parse-connector');
  const { spanishOf: spanish } = await load<{ spanishOf: typeof spanishOf }>('app-texts');
  const files = globSync('src/connectors/*.yaml').sort();
  const connectors = files.map((file) => parse(file, readFileSync(file, 'utf8')));
  const text = JSON.stringify(JSON.stringify(connectors));
  const comment = '/** The connectors of `src/connectors`, checked by the build. */';
  writeChanged(
    'src/nodes/app/generated/connectors.ts',
    `${comment}\nexport const connectorFiles: unknown = JSON.parse(${text});\n`,
  );
  writeChanged(
    'src/dashboard/generated/connectors.json',
    JSON.stringify({
      icons: Object.fromEntries(connectors.map(({ service, icon }) => [service, icon])),
      triggers: connectors.flatMap(({ service, triggers }) =>
        Object.keys(triggers).map((one) => `app.${service}.${one}`),
      ),
    }),
  );
  writeChanged('src/dashboard/generated/connector-words.json', JSON.stringify(spanish(connectors)));
}

const load = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(resolve('dist/src/nodes/app', `${name}.js`)).href);

function writeChanged(path: string, text: string): void {
  mkdirSync(resolve(path, '..'), { recursive: true });
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
