import { globSync, readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import postcss, { type ChildNode, type Container, type Declaration } from 'postcss'
import { isKnown, lacking, oldestBrowsers, placesOf } from './shared/oldest-browsers.ts'

/** What an old browser may do without, and why its users miss nothing that matters. */
const dispensable: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /^selectors\.-webkit-|^properties\.-webkit-tap-highlight-color$/,
    'It is about something that only its own engine draws.',
  ],
  [/^properties\.(cursor|resize)\b|^selectors\.selection$/, 'iPhones have no mouse.'],
  [/^properties\.forced-color-adjust\b/, 'Safari never forces colors.'],
  [/^properties\.overflow-anchor\b/, 'It turns off what Safari doesn’t do.'],
  [/^properties\.(content-visibility|contain-intrinsic-height)\b/, 'It only saves work.'],
  [/^properties\.text-wrap(\.balance|\.pretty)?$/, 'Lines break elsewhere.'],
  [/^properties\.text-box-/, 'The labels of buttons are half a pixel lower.'],
  [/^properties\.scrollbar-width$/, '::-webkit-scrollbar does the same there.'],
  [/^properties\.scrollbar-color$/, 'Scroll bars have the system’s colors.'],
  [/^properties\.break-after\.avoid$/, 'On paper, a heading may end a page.'],
  [/^properties\.zoom$/, 'Firefox before 126 prints screens at their size; people can scale them there.'],
  [
    /^at-rules\.font-face\.(ascent-override|descent-override|line-gap-override|size-adjust)$/,
    'Lines move once when the font arrives.',
  ],
  [/^at-rules\.property\b/, 'Uses name the value that applies without it, which is checked.'],
]

/**
 * Returns one line for each property, value, selector or rule of a style sheet that one of the oldest browsers doesn't
 * know, after the bundler has rewritten it for them.
 */
export function checkOlderStyles(): string[] {
  const sheets = [...globSync('web/**/*.css').sort(), ...importedSheets()]
  return problemsOf(sheets.map((file) => ({ file, source: readFileSync(file, 'utf8') })))
}

/** The style sheets of packages that the app imports. */
function importedSheets(): string[] {
  const code = globSync('web/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const names = code.flatMap((text) => [...text.matchAll(/^import '([^.'][^']*\.css)'/gm)].map(([, name]) => name))
  return [...new Set(names)].map((name) => `node_modules/${name}`).sort()
}

type Sheet = Readonly<{ file: string; source: string }>

/** The same for these sheets, which are read by one page. */
export function problemsOf(sheets: readonly Sheet[]): string[] {
  const registered = sheets.flatMap(({ source }) =>
    [...source.matchAll(/@property (--[\w-]+)/g)].map(([, name]) => name),
  )
  return sheets.flatMap(({ file, source }) => [
    ...registered
      .filter((name) => source.includes(`var(${name})`))
      .map((name) => `${file} reads ${name} without a value for browsers that don’t know @property: var(${name}, …).`),
    ...unknownIn(file, source),
  ])
}

function unknownIn(file: string, source: string): string[] {
  const { code } = transform({ filename: file, code: Buffer.from(source), targets })
  const found = new Set<string>()
  for (const path of nodesIn(postcss.parse(code.toString())).flatMap(pathsOf)) {
    const browsers = lacking(path)
    const name = path.replace(/^css\./, '')
    if (browsers.length === 0 || dispensable.some(([pattern]) => pattern.test(name))) continue
    found.add(`${file} uses ${name}, which isn’t in ${browsers.join(', ')}.`)
  }
  return [...found]
}

/** All rules and declarations, without those inside `@supports`: browsers that don't know what is asked skip them. */
function nodesIn(parent: Container): ChildNode[] {
  return (parent.nodes ?? []).flatMap((node) => {
    if (node.type === 'atrule' && node.name === 'supports') return []
    return node.type === 'atrule' || node.type === 'rule' ? [node, ...nodesIn(node)] : [node]
  })
}

const version = (text: string) => {
  const [major = 0, minor = 0] = text.split('.').map(Number)
  return (major << 16) | (minor << 8)
}

const { chrome, edge, firefox, safari, safari_ios } = oldestBrowsers
const targets = {
  chrome: version(chrome),
  edge: version(edge),
  firefox: version(firefox),
  safari: version(safari),
  ios_saf: version(safari_ios),
}

/** The names in MDN's data of everything that a node uses. */
function pathsOf(node: ChildNode): string[] {
  switch (node.type) {
    case 'atrule':
      return [`css.at-rules.${node.name}`, ...names(node.params, /\(\s*([a-z-]+)/g, `css.at-rules.${node.name}`)]
    case 'rule':
      return names(node.selector, /::?([a-z-]+)/g, 'css.selectors')
    case 'decl':
      return hasFallback(node) || node.prop.startsWith('--') ? [] : valuePaths(node)
    default:
      return []
  }
}

function valuePaths({ prop, value, parent }: Declaration): string[] {
  const { type, name } = Object(parent)
  const property = type === 'atrule' && name !== 'media' ? `css.at-rules.${name}.${prop}` : `css.properties.${prop}`
  const words = value.replaceAll(/(["']).*?\1|var\([^()]*\)/g, '')
  if (lacking(property).length > 0) return [property]
  const used = [...words.matchAll(/([a-z-]+)\(/g)].flatMap(([, name = '']) => functionPath(name))
  return [property, ...used, ...names(words, /(?<![\w-])([a-z][a-z-]*)(?![\w-])/g, property)]
}

const functions = new Map<string, string[]>()

/** The place of a function such as `light-dark`; none if several have its name and browsers know one of them. */
function functionPath(name: string): string[] {
  const places = functions.get(name) ?? placesOf('css.types', name)
  functions.set(name, places)
  return places.every((path) => lacking(path).length > 0) ? places.slice(0, 1) : []
}

/** The same rule sets the property before, or with a prefix, for browsers that don't know this one. */
function hasFallback({ prop, parent }: Declaration): boolean {
  const all = (parent?.nodes ?? []).filter((one) => one.type === 'decl').map((one) => one.prop)
  return all.includes(`-webkit-${prop}`) || all.includes(`-moz-${prop}`) || all.indexOf(prop) !== all.lastIndexOf(prop)
}

const names = (text: string, pattern: RegExp, group: string) =>
  [...text.matchAll(pattern)].map(([, name]) => `${group}.${name}`).filter(isKnown)
