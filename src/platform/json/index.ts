export { createJsonParser, type JsonParser, parsedAtOnce } from './create-json-parser.js';
