/** Whether a text names a time zone of the IANA list (`Europe/Berlin`, `UTC`), in any spelling this machine knows. Offsets are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // Intl has no other way to ask: an unknown name is a RangeError.
    return false
  }
}
