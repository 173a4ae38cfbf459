export { createJsonParser, type JsonParser, parsedAtOnce } from './create-json-parser.js';
export { JsonLimitError } from './split-json.js';
