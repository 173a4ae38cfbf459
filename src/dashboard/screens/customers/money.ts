/** An amount in its currency, as people of the language write it; the API has decimals as text. */
export function money(value: string | number, currency: string | null | undefined, language: string): string {
  const amount = Number(value);
  const digits = Number.isInteger(amount) ? 0 : 2;
  if (!currency) return amount.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: 2 });
  return amount.toLocaleString(language, { style: 'currency', currency, minimumFractionDigits: digits });
}
