/*
 * Limits of expressions. Those of work are in `../work.ts`, those of regular expressions in `../regex.ts`.
 */

/** Characters of one expression. */
export const longestExpression = 5000;
/** Characters of all expressions of one text, and of one node, together, without plain paths: a step parses them at once. */
export const longestOfText = 20_000;
/** Levels of nested brackets in one expression. */
export const deepestBrackets = 40;
/** Levels of operators, calls and paths in one expression: `1 + 1 + 1` has three. */
export const deepestExpression = 250;
/** Characters of one text that an expression or a template creates. */
export const longestText = 1024 * 1024;
/** Values (list entries, map entries, scalars) of one result; a hundred characters of text count as one more. */
export const mostValues = 100_000;
/** Levels of lists and objects in data and in results. */
export const deepestData = 64;
