/** SQL for the UUID that a text is; null for other texts. */
export function idIn(text: string): string {
  return `case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`;
}
