import { z } from 'zod';
import { type WrittenFormat, writtenFormats } from '../../platform/file-formats/index.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { fileErrors, fileFailure } from './file-failure.js';
import { sampleFile } from './sample-file.js';

export const buildFileNode = defineNode({
  type: 'file.build',
  title: 'Write file',
  category: 'file',
  capability: 'files:write',
  description: 'Writes data into a file.',
  fields: z.object({
    data: z
      .unknown()
      .describe(
        'The data: for `csv` a list of objects, for `ndjson` a list, for `xml` an object with the root element, for `zip` a list of objects with `name`, `content` and `base64`.',
      ),
    format: z.enum(Object.keys(writtenFormats) as [WrittenFormat, ...WrittenFormat[]]).describe('The format.'),
    name: optionalField(filledText(255)).describe(
      'The name of the file. Defaults to `file` with the end of its format.',
    ),
    kept: optionalField(z.boolean()).describe(
      'Whether the file stays after its execution. Defaults to false: it is deleted with the execution.',
    ),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: sampleFile('people.csv', 'text/csv'),
  example: { data: '{{triggerData.people}}', format: 'csv', name: 'people.csv' },
  output: 'the file, as `{"$file": {id, name, mimeType, size, sha256}}`.',
  errors: fileErrors,
  exampleRun: { triggerData: { people: [{ name: 'Ana' }] }, answer: sampleFile('people.csv', 'text/csv') },
  run: async ({ data: { data, format, name, kept }, ports }) => {
    const { extension } = writtenFormats[format];
    try {
      const described = { name: name ?? `file.${extension}`, kept: kept ?? false };
      return { kind: 'done', output: await ports.files.build(format, data, described) };
    } catch (error) {
      return fileFailure(error);
    }
  },
});
