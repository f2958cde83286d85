import data, { type Identifier, type SimpleSupportStatement } from '@mdn/browser-compat-data' with { type: 'json' }

/** The oldest browsers that Onhand runs in (README.md), by their names in MDN's data. */
export const oldestBrowsers = {
  chrome: '117',
  edge: '117',
  firefox: '121',
  safari: '16.4',
  safari_ios: '16.4',
} as const

export type OldestBrowser = keyof typeof oldestBrowsers

const names = Object.keys(oldestBrowsers) as OldestBrowser[]

/** A feature in MDN's data, such as `api.URL.canParse_static`; undefined if MDN doesn't describe it. */
function feature(path: string): Identifier | undefined {
  let found: unknown = data
  for (const part of path.split('.')) found = Object(found)[part]
  return found as Identifier | undefined
}

/** Whether MDN describes a feature at all. */
export const isKnown = (path: string): boolean => feature(path)?.__compat !== undefined

/** The oldest browsers without a feature, as `Safari 16.4 (since 17)`; empty if all have it or MDN doesn't say. */
export function lacking(path: string): string[] {
  return names
    .filter((browser) => lacks(browser, path))
    .map((browser) => {
      const since = statementsOf(browser, path).find(isPlain)?.version_added
      return `${data.browsers[browser].name} ${oldestBrowsers[browser]}${since ? ` (since ${since})` : ''}`
    })
}

/** The names of what the oldest version of a browser lacks in a group such as `api`, each with its owner's. */
export function lackedMembers(
  browser: OldestBrowser,
  group: 'api' | 'javascript.builtins',
): [owner: string, name: string][] {
  return membersOf(group).flatMap((owner) => {
    const lacked = membersOf(`${group}.${owner}`).filter((name) => lacks(browser, `${group}.${owner}.${name}`))
    const own: [string, string][] = lacked.map((name) => [owner, name])
    return lacks(browser, `${group}.${owner}`) ? [...own, ['', owner]] : own
  })
}

/** Every place of a name in a group, at any depth: `css.types` has `color-mix` at `css.types.color.color-mix`. */
export function placesOf(group: string, name: string): string[] {
  return membersOf(group).flatMap((member) => {
    const path = `${group}.${member}`
    return [...(member === name ? [path] : []), ...placesOf(path, name)]
  })
}

const membersOf = (path: string) => Object.keys(feature(path) ?? {}).filter((name) => name !== '__compat')

function statementsOf(browser: OldestBrowser, path: string): SimpleSupportStatement[] {
  return [feature(path)?.__compat?.support[browser] ?? []].flat()
}

function lacks(browser: OldestBrowser, path: string): boolean {
  const statements = statementsOf(browser, path)
  return statements.length > 0 && !statements.some((statement) => covers(statement, oldestBrowsers[browser]))
}

function covers(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: since, version_removed: until } = statement
  if (!isPlain(statement) || !since || since === 'preview') return false
  return !isNewer(since, version) && (!until || isNewer(until, version))
}

/** Under its own name, and without a setting that people would have to change. */
const isPlain = ({ prefix, alternative_name, flags }: SimpleSupportStatement) => !prefix && !alternative_name && !flags

function isNewer(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0] = than.split('.').map(Number)
  return major > oldMajor || (major === oldMajor && minor > oldMinor)
}
