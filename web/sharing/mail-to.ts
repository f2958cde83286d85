/** The address that opens a new e-mail in the reader's own program; without a recipient they choose one there. */
export function mailTo(recipient: string | null, { subject, text }: { subject: string; text: string }): string {
  const fields = Object.entries({ subject, body: text }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(recipient ?? '')}?${fields.join('&')}`
}
