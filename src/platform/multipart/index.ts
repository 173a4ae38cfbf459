export { type FormFile, type FormLimits, type ReadForm, readForm } from './read-form.js';
