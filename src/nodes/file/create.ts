import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText, optionalField, textField } from '../field-kinds.js';
import { fileErrors, fileFailure } from './file-failure.js';
import { sampleFile } from './sample-file.js';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export const createFileNode = defineNode({
  type: 'file.create',
  title: 'Create file',
  category: 'file',
  capability: 'files:write',
  description: 'Stores a text, or bytes in base64, as a file.',
  fields: z.object({
    name: filledText(255).describe('The name of the file, for example `report.txt`.'),
    content: textField(z.string().max(10 * 1024 * 1024)).describe('The content: a text, or bytes in base64.'),
    mimeType: optionalField(filledText(200)).describe('The media type. Defaults to `text/plain`.'),
    encoding: optionalField(z.enum(['text', 'base64'])).describe(
      'What `content` is: `text`, or `base64`, as `http.request` outputs bytes. Defaults to `text`.',
    ),
    kept: optionalField(z.boolean()).describe(
      'Whether the file stays after its execution. Defaults to false: it is deleted with the execution.',
    ),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: sampleFile('report.txt', 'text/plain'),
  example: { name: 'report.txt', content: 'Orders: {{triggerData.orders}}' },
  output: 'the file, as `{"$file": {id, name, mimeType, size, sha256}}`.',
  errors: fileErrors,
  exampleRun: { triggerData: { orders: 12 }, answer: sampleFile('report.txt', 'text/plain') },
  run: async ({ data: { name, content, mimeType, encoding, kept }, ports }) => {
    const packed = content.replace(/\s+/g, '');
    if (encoding === 'base64' && !base64.test(packed)) {
      const message = 'content must be base64, because encoding is `base64`.';
      return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
    }
    const bytes = encoding === 'base64' ? Buffer.from(packed, 'base64') : Buffer.from(content, 'utf8');
    try {
      const output = await ports.files.save({ name, mimeType: mimeType ?? 'text/plain', kept: kept ?? false, bytes });
      return { kind: 'done', output };
    } catch (error) {
      return fileFailure(error);
    }
  },
});
