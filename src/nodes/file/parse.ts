import { z } from 'zod';
import { readFormats } from '../../platform/file-formats/index.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { fileErrors, fileFailure } from './file-failure.js';
import { fileField } from './file-field.js';
import { sampleData } from './sample-file.js';

export const parseFileNode = defineNode({
  type: 'file.parse',
  title: 'Read file',
  category: 'file',
  capability: 'files:read',
  description: 'Reads the data in a file.',
  fields: z.object({
    file: fileField.describe('The file, as another step outputs it. At most 25 MiB.'),
    format: optionalField(z.enum(readFormats)).describe(
      'The format. Defaults to that of the end of the name, else of the media type.',
    ),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  slow: true,
  sample: sampleData.csv,
  example: { file: '{{triggerData.file}}', format: 'csv' },
  output:
    'the data: of `csv` a list of objects by the names of the columns, with texts; of `json` the value; of `ndjson` the list of values; of `xml` elements by name, attributes with `@`; of `html` `title`, `text`, `links` and `tables`; of `feed` `title`, `url`, `description` and `items`; of `ics` `name` and `events`; of `pdf` `title`, `author`, `text` and `pages`, a list of texts; of `xlsx` a list of `sheet` and `rows`, objects by the names of the columns; of `zip` a list of `name`, `size`, `content` and `base64`.',
  errors: fileErrors,
  exampleRun: {
    triggerData: { file: { $file: { id: '01970000-0000-7000-8000-0000000000f1' } } },
    answer: sampleData.csv,
  },
  run: async ({ data: { file, format }, ports }) => {
    try {
      return { kind: 'done', output: await ports.files.parse(file, format ?? null) };
    } catch (error) {
      return fileFailure(error);
    }
  },
});
