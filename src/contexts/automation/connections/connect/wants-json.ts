/** Whether a client asks for JSON instead of the page that browsers get. */
export function wantsJson(accept: string | null | undefined): boolean {
  return /\bapplication\/json\b/i.test(accept ?? '');
}
