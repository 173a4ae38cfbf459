import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { bytesOf, type FileFormat, FormatError, textOf } from './file-format.js';

const attributes = { ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#text' };

/**
 * Elements are objects by their names, and lists where one name occurs several times; attributes begin with `@`. Numbers stay
 * texts. Documents with a DTD are refused: its entities could make a short file a long one.
 */
export const xml: FileFormat = {
  mimeType: 'application/xml',
  extensions: ['xml'],
  parse(bytes) {
    const text = textOf(bytes);
    if (/<!DOCTYPE/i.test(text))
      throw new FormatError('FILE_FORMAT', 'XML with a document type (DTD) is not accepted.');
    const valid = XMLValidator.validate(text);
    if (valid !== true) {
      throw new FormatError('FILE_FORMAT', `The file is not valid XML: line ${valid.err.line}: ${valid.err.msg}`);
    }
    return new XMLParser({ ...attributes, parseTagValue: false, parseAttributeValue: false }).parse(text);
  },
  build(data) {
    if (typeof data !== 'object' || data === null || Array.isArray(data) || Object.keys(data).length !== 1) {
      throw new FormatError('FILE_FORMAT', 'data must be an object with one key: the name of the root element.');
    }
    const body = new XMLBuilder({ ...attributes, format: true }).build(data);
    return bytesOf(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
  },
};
