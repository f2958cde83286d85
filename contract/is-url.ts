/** Whether a text is an address, alone or relative to another. `URL.canParse` came to Safari in 17.0. */
export function isUrl(text: string, base?: string): boolean {
  try {
    return new URL(text, base).href !== ''
  } catch {
    return false
  }
}
