/** Longer than any address that a browser keeps whole. */
const addressCharactersMax = 2_000

/** The allowed destinations of links: our own address and the operator's list. */
export type RedirectRules = Readonly<{ siteUrl: string; redirectUrls: readonly string[] }>

/**
 * The target of a link: `wanted` (redirect_to) if it is allowed, else the requesting page (Referer) if that is, else
 * our own address. Never an error, as GoTrue's clients expect. Our own origin and the entries of AUTH_REDIRECT_URLS are
 * allowed.
 */
export function allowedRedirect(rules: RedirectRules, wanted: string | undefined, referer: string | undefined): string {
  return allowed(rules, wanted) ?? allowed(rules, referer) ?? rules.siteUrl
}

function allowed({ siteUrl, redirectUrls }: RedirectRules, text: string | undefined): string | undefined {
  if (!text || text.length > addressCharactersMax) return undefined
  const address = parsed(text)
  if (!address) return undefined
  // Compares what a browser would open: the address as the URL standard parses it, never the text.
  const isOurs = isWeb(address) && address.origin === new URL(siteUrl).origin
  return isOurs || redirectUrls.some((entry) => matches(entry, address)) ? address.href : undefined
}

/** An entry without a path allows its whole origin; one with a path that page only, whatever the query. */
function matches(entry: string, address: URL): boolean {
  const listed = new URL(entry)
  if (!isWeb(listed)) return address.protocol === listed.protocol && pageOf(address) === pageOf(listed)
  if (!isWeb(address) || address.origin !== listed.origin) return false
  return listed.pathname === '/' || listed.pathname === address.pathname
}

const pageOf = ({ host, pathname }: URL) => `${host}${pathname}`

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:'

/** Absolute addresses without a name and password in them; nothing relative, and nothing that runs. */
function parsed(text: string): URL | undefined {
  // The parser corrects backslashes, control characters and missing slashes; an honest client doesn't send such a text.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\\\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return undefined
  const address = new URL(text)
  if (address.username !== '' || address.password !== '') return undefined
  return ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(address.protocol) ? undefined : address
}

/** Whether a text is valid in AUTH_REDIRECT_URLS. */
export function isRedirectEntry(text: string): boolean {
  const address = parsed(text)
  return address !== undefined && address.search === '' && address.hash === ''
}

/** The same address with more in its query. */
export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** The same address with a fragment of these values, in the order of their names as GoTrue writes them. */
export function withFragment(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  const named = new URLSearchParams(values)
  named.sort()
  url.hash = named.toString()
  return url.href
}
