/** A name in the spellings that code and database use. */
export interface Names {
  /** `loyalty-card` */
  kebab: string;
  /** `loyaltyCard` */
  camel: string;
  /** `LoyaltyCard` */
  pascal: string;
  /** `loyalty_card` */
  snake: string;
  /** `Loyalty card` */
  title: string;
}

/** @throws Error where the name is not in kebab case */
export function namesOf(kebab: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab) || kebab.length > 40) {
    throw new Error(`The name must be in kebab case, at most 40 characters, for example loyalty-card; not ${kebab}.`);
  }
  const pascal = kebab.split('-').map(capitalized).join('');
  return {
    kebab,
    camel: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`,
    pascal,
    snake: kebab.replaceAll('-', '_'),
    title: capitalized(kebab.replaceAll('-', ' ')),
  };
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
