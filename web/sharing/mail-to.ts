/** The address that opens a new email in the reader's mail program; without a recipient they choose one there. */
export function mailTo(recipient: string | null, { subject, text }: { subject: string; text: string }): string {
  const fields = Object.entries({ subject, body: text }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(recipient ?? '')}?${fields.join('&')}`
}
