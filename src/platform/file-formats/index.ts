export { createFileConverter, type FileConverter, parsedAtMost } from './convert-files.js';
export { FormatError } from './file-format.js';
export { type FormatName, formatOf, readFormats, type WrittenFormat, writtenFormats } from './format-names.js';
