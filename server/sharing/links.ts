/** Who opens a link: the customer of a sales order, or the supplier of a purchase order. */
export type Opener = 'customer' | 'supplier'

/** The address that opens a document. */
export function shareLink(siteUrl: string, opener: Opener, secret: string): string {
  return `${siteUrl}/${opener}/${secret}`
}

/** A path for the log: without the secret that opens a document. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/+(?:customer|supplier)\/+)[^/]+/i, '$1…').replaceAll(/[\w-]{43,}/g, '…')
}
