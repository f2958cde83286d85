/** A whole path of this app as the router takes it: the address and the query apart. */
export function routeOf(path: string): { to: string; search: Record<string, string> } {
  const [to = '/', query = ''] = path.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)) }
}
