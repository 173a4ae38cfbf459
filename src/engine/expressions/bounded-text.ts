import { longestText } from './limits.js';

/** Checks the length of a text before it is built. @throws Error for a text over the limit */
export function boundedText(length: number): void {
  if (length > longestText) throw new Error(`it must not create a text of more than ${longestText} characters.`);
}
