import { load } from 'cheerio/slim';
import { charge } from './work.js';

/** Characters of a selector. */
const longestSelector = 500;
/** Units of work for a character of HTML that is parsed. */
const parsedCharacter = 0.5;
/** Units for one comparison of an element. */
const compared = 0.3;
/** Selectors that look at more than the ancestors of an element take the square of the elements, or worse. */
const refused = /:(?:has|is|where|matches|not)\s*\(|:(?:nth-|first-of|last-of|only-)|~(?!=)/i;

/** HTML that was parsed, for several selectors. */
export type Page = ReturnType<typeof load>;

/** Parses HTML, which is charged to the work in progress. @throws WorkLimitError */
export function parseHtml(html: string): Page {
  charge(html.length * parsedCharacter);
  return load(html);
}

/**
 * What a CSS selector finds in order of the page: the text of each element with one space for white space, or an attribute
 * of those that have it.
 *
 * @throws Error for a selector that is not valid, continuing a sentence
 */
export function selectHtml(page: Page, selector: string, attribute?: string): string[] {
  if (selector.length > longestSelector)
    throw new Error(`the selector must have at most ${longestSelector} characters.`);
  if (refused.test(selector))
    throw new Error('the selector must not use ~, :has(), :is(), :not(), :nth-… or other pseudo-classes of siblings.');
  const elements = page('*');
  const parts = selector.split(/[\s>+,]+/).length;
  charge(elements.length * parts * compared * 4);
  const found = queried(page, selector).toArray();
  return found.flatMap((element) => {
    const value =
      attribute === undefined ? page(element).text().replaceAll(/\s+/g, ' ').trim() : page(element).attr(attribute);
    charge(2 + (value?.length ?? 0) * 0.05);
    return value === undefined ? [] : [value];
  });
}

function queried(page: Page, selector: string): ReturnType<Page> {
  try {
    return page(selector);
  } catch {
    throw new Error(`"${selector.slice(0, 80)}" must be a CSS selector, for example "h1.title".`);
  }
}
