/**
 * Copies a text, and returns whether the browser did. `navigator.clipboard` exists on secure pages only; elsewhere the
 * text is copied as if someone had selected it.
 */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copySelected(text)
  try {
    // oxlint-disable-next-line no-restricted-properties -- Only on pages that have it.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The person or the browser's policy denied it.
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  document.body.append(field)
  field.focus({ preventScroll: true })
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- The only way to copy on a page without TLS.
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
