/** The normal form in which an email is stored and looked up. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
