/** The full address of a page of ours, for links in emails and other services. */
export function addressOfPage(path: string): string {
  return new URL(path, globalThis.location.origin).href
}
