const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it stands in HTML, between tags or in a quoted attribute. */
export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
