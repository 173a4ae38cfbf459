/** The libraries that code can use, in the order in which they are installed. */
export const libraryNames = ['luxon', 'standard', 'names'] as const;
export type LibraryName = (typeof libraryNames)[number];

/** What code writes to use a library. One that it does not write is not installed: that costs time. */
const mentions: Readonly<Record<LibraryName, RegExp>> = {
  luxon: /\b(?:luxon|DateTime|Duration|Interval)\b|\$(?:now|today)\b/,
  standard: /\b(?:Buffer|URL|URLSearchParams|TextEncoder|TextDecoder|structuredClone|atob|btoa|crypto|require)\b/,
  names: /\$(?:\s*\(|(?:node|json|input|items|itemIndex|runIndex|execution|workflow|vars|now|today)\b)/,
};

/** @param hasScope whether the names of n8n have values */
export function librariesOf(source: string, hasScope: boolean): LibraryName[] {
  return libraryNames.filter((name) => mentions[name].test(source) && (name !== 'names' || hasScope));
}
