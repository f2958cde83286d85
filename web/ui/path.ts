/** A whole path of this app as the router takes it: the address, the query and the fragment apart. */
export function routeOf(path: string): { to: string; search: Record<string, string>; hash?: string } {
  const [address = '', hash] = path.split('#')
  const [to = '/', query = ''] = address.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)), ...(hash === undefined ? {} : { hash }) }
}
