import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { configurationFiles, sourceFiles } from './source-files.ts'

/**
 * Which folder may import which: the boundaries within this one package. A noun may import what is above it or beside
 * it, never what is below; of two that are beside each other, only one imports the other. Anything needed in the other
 * direction is one exported function or a database view.
 */
const nouns = [
  ['identity', 'organizations', 'members', 'api-keys', 'auth', 'profile', 'notifications', 'push'],
  ['files', 'scanning', 'printed-documents'],
  ['labels'],
  ['stock', 'comments'],
  ['ledger-checks'],
  ['locations', 'categories', 'suppliers', 'customers'],
  ['products'],
  ['transactions', 'location-transfers', 'stock-counts'],
  ['orders', 'order-mails'],
  ['purchase-orders', 'receiving', 'sales-orders', 'shipments', 'sales-returns', 'sharing'],
  [
    'price-updates',
    'product-labels',
    'remote-procedures',
    'imports',
    'reports',
    'feed',
    'webhooks',
    'search',
    'help',
    'audit-trail',
    'dashboard',
    'sample-company',
    'settings',
  ],
]

/**
 * Returns one line for each import that goes against the arrows, and one for each circle of files, or of folders, that
 * import each other.
 */
export function checkArrows(): string[] {
  const imports = new Map<string, string[]>()
  const trees = ['contract', 'ledger', 'server', 'web', 'e2e', 'bench', 'tools']
  const wrong = [...sourceFiles(trees), ...configurationFiles()].flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const types = typeImportsOf(source)
    const specifiers = importsOf(source)
    imports.set(file, specifiers)
    return specifiers.flatMap((specifier) => {
      const problem = problemOf(file, specifier, types.has(specifier))
      return problem ? [`${file} imports ${specifier}: ${problem}`] : []
    })
  })
  return [...wrong, ...circlesOf(imports), ...folderCirclesOf(imports)]
}

/**
 * Returns one line for each circle of files that import each other. Imports of types count, unlike in the linter's
 * import/no-cycle: files whose types need each other can only be understood together.
 */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const targets = new Map([...imports].map(([file, specifiers]) => [file, targetsOf(file, specifiers)]))
  const advice = 'circular imports. Move what both need into a separate file.'
  return pathsBack(targets).map((circle) => `${circle.join(' → ')}: ${advice}`)
}

/**
 * The same for folders, with the imports that lead around. Tests are left out: their setup may need anything. A folder
 * and the folders in it are separate: one of the two directions is enough.
 */
export function folderCirclesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const targets = new Map<string, Set<string>>()
  const examples = new Map<string, string>()
  for (const [file, specifiers] of imports) {
    if (areaOf(file).isTest) continue
    const folder = dirname(file)
    for (const target of targetsOf(file, specifiers)) {
      const other = dirname(target)
      if (other === folder || areaOf(target).isTest) continue
      targets.set(folder, (targets.get(folder) ?? new Set()).add(other))
      examples.set(`${folder} ${other}`, `${file} imports ${target}`)
    }
  }
  return pathsBack(targets).map((circle) => {
    const steps = circle.slice(1).map((folder, index) => examples.get(`${circle[index]} ${folder}`))
    return `${circle.join(' → ')}: circular folders (${steps.join('; ')}). Move what both need, or pass it in.`
  })
}

/** The code that a file imports; data (package-lock.json) leads nowhere. */
function targetsOf(file: string, specifiers: readonly string[]): string[] {
  return specifiers.flatMap((specifier) =>
    specifier.startsWith('.') && !specifier.endsWith('.json') ? [normalize(join(dirname(file), specifier))] : [],
  )
}

/** Each path that leads back to where it began. */
function pathsBack(targets: ReadonlyMap<string, Iterable<string>>): string[][] {
  const path: string[] = []
  const done = new Set<string>()
  const circles: string[][] = []
  const follow = (node: string) => {
    if (done.has(node)) return
    const begin = path.indexOf(node)
    if (begin >= 0) {
      circles.push([...path.slice(begin), node])
      return
    }
    path.push(node)
    for (const target of targets.get(node) ?? []) follow(target)
    path.pop()
    done.add(node)
  }
  for (const node of targets.keys()) follow(node)
  return circles
}

/** The modules a file names, in `import … from`, `export … from`, `import '…'`, `import('…')` and `require('…')`. */
export function importsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const found = code.matchAll(
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^\s*import\s*'([^']+)'|\b(?:import|require)\(\s*'([^']+)'/gm,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The modules of which a file imports nothing but types, with `import type`. */
export function typeImportsOf(source: string): Set<string> {
  const named = (form: RegExp) => new Set([...source.matchAll(form)].map((match) => match[1] ?? ''))
  const values = named(/^\s*(?:import|export)\s+(?!type\b)[^'"`;]*?\bfrom\s*'([^']+)'/gm)
  return named(/^\s*import\s+type\b[^'"`;]*?\bfrom\s*'([^']+)'/gm).difference(values)
}

const launcher = ['tools/launch.mjs', 'tools/builds.mjs']

/** The problem of this import, with what to do instead; null if there is none. */
export function problemOf(file: string, specifier: string, isType = false): string | null {
  const from = areaOf(file)
  if (launcher.includes(file) && !specifier.startsWith('node:') && specifier !== './builds.mjs')
    return 'the launcher runs on any Node, before anything is installed. It uses the modules of Node only.'
  if (!specifier.startsWith('.')) return outsideProblem(from, specifier)
  const named = normalize(join(dirname(file), specifier))
  // Journeys, pictures and benchmarks all find a browser and check the ledger in the same way.
  if (['tools/chromium.ts', 'ledger/invariants.ts'].includes(named) && from.tree === 'bench') return null
  // Where tests, journeys and benchmarks find a free port, the folder of temporary data or the Northwind files.
  if (named.startsWith('tools/shared/') && (from.isTest || ['bench', 'e2e'].includes(from.tree))) return null
  const to = areaOf(named)
  if (!file.includes('/')) return configurationProblem(to)
  // The list of screens and the company shown on them use HTTP as well: screenshots and a journey go through them.
  if (from.tree === 'e2e' && named.startsWith('tools/screens/')) return null
  if (to.isTest && !from.isTest && from.tree !== 'tools') return 'files and folders named testing are for tests only.'
  if (to.tree === 'ledger' && to.folder !== '' && from.tree !== 'ledger' && !from.isTest)
    return 'the ledger is used through the files directly in ledger/. Export what is needed there.'
  switch (from.tree) {
    case 'contract':
      return to.tree === 'contract' ? null : 'contract/ imports nothing of ours. Move what it needs into contract/.'
    case 'ledger':
      return from.isTest ? null : ledgerProblem(to, named, isType)
    case 'server':
      return serverProblem(from, to)
    case 'web':
      return webProblem(from, to)
    case 'tools':
      return to.tree === 'web' ? 'tools/ may use the server and the contract, not the web app.' : null
    default:
      if (to.tree === from.tree || to.tree === 'contract') return null
      return `${from.tree}/ speaks HTTP and SQL only, so that it tests what a third party sees. It may import contract/.`
  }
}

type Area = { tree: string; folder: string; isTest: boolean }

/**
 * `server/products/list.ts` is in the folder `products` of the tree `server`; a file directly in a tree has no folder.
 */
function areaOf(file: string): Area {
  const [tree = '', folder = '', ...deeper] = file.split('/')
  return { tree, folder: deeper.length > 0 ? folder : '', isTest: /\.test\.tsx?$|(^|\/)testing(\.ts$|\/)/.test(file) }
}

function outsideProblem(from: Area, specifier: string): string | null {
  if (from.tree !== 'contract' || from.isTest || specifier === 'zod') return null
  return 'contract/ uses the schema library and nothing else, so that both sides can load it.'
}

/** For files in the project's folder itself. */
function configurationProblem(to: Area): string | null {
  if (to.isTest || ['e2e', 'tools'].includes(to.tree)) return null
  return 'configuration is for running tests: it may import tools/, e2e/ and folders named testing.'
}

function ledgerProblem(to: Area, named: string, isType: boolean): string | null {
  if (to.tree === 'ledger' || to.tree === 'contract') return null
  if (named === 'server/platform/sql.ts' || (named === 'server/platform/db.ts' && isType)) return null
  return 'ledger/ must not depend on its callers: it imports contract/, the sql tag and the type of a transaction (server/platform/).'
}

function serverProblem(from: Area, to: Area): string | null {
  if (to.tree === 'contract') return null
  if (to.tree === 'ledger')
    return from.folder === 'platform' && !from.isTest
      ? 'server/platform must not depend on stock. Let the noun pass in what it needs.'
      : null
  if (to.tree !== 'server') return 'the server imports contract/, ledger/ and server/ only.'
  // Files directly in server/ combine the nouns; tests may use any noun for their setup.
  if (from.folder === '' || from.isTest) return null
  if (to.folder === '') return 'only files directly in server/ combine the nouns. Pass in what is needed.'
  if (to.folder === 'platform' || from.folder === to.folder) return null
  if (from.folder === 'platform')
    return 'server/platform must not depend on a noun. Let the noun pass in what it needs.'
  return nounProblem(from.folder, to.folder)
}

const webLayers = ['ui', 'kit']

function webProblem(from: Area, to: Area): string | null {
  if (to.tree === 'contract') return null
  if (to.tree !== 'web') return 'the web app imports contract/ and web/ only; it talks to the server over HTTP.'
  if (from.folder === to.folder || from.folder === 'app' || from.folder === '' || from.isTest) return null
  if (to.folder === 'app')
    return 'web/app combines the screens and is not imported anywhere else. Move shared code into web/kit.'
  const fromLayer = webLayers.indexOf(from.folder)
  const toLayer = webLayers.indexOf(to.folder)
  if (fromLayer === -1) return toLayer === -1 ? nounProblem(from.folder, to.folder) : null
  return toLayer !== -1 && toLayer < fromLayer
    ? null
    : `web/${from.folder} must not import web/${to.folder}: web/ui ← web/kit ← web/<noun> ← web/app.`
}

function nounProblem(from: string, to: string): string | null {
  const [fromRow, toRow] = [from, to].map((noun) => nouns.findIndex((row) => row.includes(noun)))
  const unknown = fromRow === -1 ? from : toRow === -1 ? to : null
  if (unknown) return `"${unknown}" is not in the list of nouns: add it in tools/arrows.ts.`
  if (toRow! <= fromRow!) return null
  return `${to} is below ${from}. Reverse it: let ${to} import ${from}, or export one function and pass it to ${from}.`
}
