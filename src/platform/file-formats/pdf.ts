import { getDocumentProxy } from 'unpdf';
import { type FileFormat, FormatError } from './file-format.js';

const pagesAtMost = 2_000;

/** PDF: the text of its pages, as far as the file has text; scanned pages have none. */
export const pdf: FileFormat = {
  mimeType: 'application/pdf',
  extensions: ['pdf'],
  async parse(bytes) {
    const document = await open(bytes);
    if (document.numPages > pagesAtMost) {
      throw new FormatError('FILE_LIMIT', `The file must have at most ${pagesAtMost.toLocaleString('en')} pages.`);
    }
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(
        items
          .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
          .join('')
          .trim(),
      );
      page.cleanup();
    }
    const { info } = await document.getMetadata();
    const { Title, Author } = info as Readonly<Record<string, unknown>>;
    return { title: said(Title), author: said(Author), text: pages.join('\n\n').trim(), pages };
  },
};

/** Scripts and fonts of the file are not run. @throws FormatError */
async function open(bytes: Uint8Array) {
  try {
    const options = { verbosity: 0, isEvalSupported: false, useSystemFonts: false, stopAtErrors: false };
    return await getDocumentProxy(new Uint8Array(bytes), options);
  } catch (error) {
    const isProtected = (error as Error).name === 'PasswordException';
    const problem = isProtected ? 'The file must not be protected by a password.' : 'The file is not a valid PDF.';
    throw new FormatError('FILE_FORMAT', problem);
  }
}

function said(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
