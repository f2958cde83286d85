import { isUrl } from '../../contract/is-url.ts'

export type MailLink = Readonly<{ token_hash: string; type: string; redirect_to: string | null }>

/** The link in the page's address; undefined if the address is incomplete. */
export function linkIn(search: string): MailLink | undefined {
  const values = new URLSearchParams(search)
  const [token_hash, type] = [values.get('token_hash'), values.get('type')]
  return token_hash && type ? { token_hash, type, redirect_to: values.get('redirect_to') } : undefined
}

/** The target of a link that names none, like those that an operator prints. */
export function pathAfter(type: string): string {
  if (type === 'recovery') return '/auth/reset'
  return type === 'email_change' ? '/profile' : '/'
}

/** A link's target in this app; null if it leads to another origin, undefined if it names no address. */
export function pathHere(redirect_to: string | null, origin: string): string | null | undefined {
  if (redirect_to === null || !isUrl(redirect_to)) return undefined
  const url = new URL(redirect_to)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null
}
