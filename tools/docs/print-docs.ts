import { writeFileSync } from 'node:fs';
import { generatedDocs } from './generated-docs.js';

for (const { path, write } of generatedDocs) writeFileSync(path, await write());
