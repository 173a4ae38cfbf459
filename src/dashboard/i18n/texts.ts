import { type Language, languages, useLanguage } from './language';

/** A text in all languages: English, Spanish. */
export type Text<Value> = readonly [english: Value, spanish: Value];
type AnyText = Text<string> | Text<(...values: never[]) => string>;

/** The texts of one language, by name. */
export type TextsOf<Catalogue> = {
  readonly [Name in keyof Catalogue]: Catalogue[Name] extends Text<infer Value> ? Value : never;
};

/** The texts of a screen. A text with values is a function of them. */
export function defineTexts<const Catalogue extends Record<string, AnyText>>(catalogue: Catalogue) {
  const made = new Map<Language, TextsOf<Catalogue>>();
  return (language: Language): TextsOf<Catalogue> => {
    let texts = made.get(language);
    if (!texts) {
      const index = languages.indexOf(language);
      const entries = Object.entries(catalogue).map(([name, text]) => [name, text[index]]);
      texts = Object.fromEntries(entries) as TextsOf<Catalogue>;
      made.set(language, texts);
    }
    return texts;
  };
}

/** The texts in the language of the page. */
export function useTexts<Texts>(texts: (language: Language) => Texts): Texts {
  return texts(useLanguage());
}

/** `1 flow`, `2 flows`: the number, and the word for it. */
export const counted = (count: number, one: string, many: string, language: Language = 'en'): string =>
  `${count.toLocaleString(language)} ${count === 1 ? one : many}`;
