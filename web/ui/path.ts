/** Splits a full path of this app for the router: path, query and fragment. */
export function routeOf(path: string): { to: string; search: Record<string, string>; hash?: string } {
  const [address = '', hash] = path.split('#')
  const [to = '/', query = ''] = address.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)), ...(hash === undefined ? {} : { hash }) }
}
