/** The whole address of a page of ours, for the links of mails and of other services. */
export function addressOfPage(path: string): string {
  return new URL(path, globalThis.location.origin).href
}
