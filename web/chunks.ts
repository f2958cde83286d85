import { dirname, join } from 'node:path'

/** A bundler's data about a module. */
type Module = Readonly<{ code: string | null; importedIds: readonly string[] }>
type Graph = Readonly<{ getModuleInfo(id: string): Module | null }>

const web = (path: string) => join(import.meta.dirname, path)

/**
 * The files a visit loads: `first` for everyone (including sign-in), `app` for signed-in people (the frame and the
 * dashboard), and `screens`, with the code shared by several other screens, at the first of these. Each screen's own
 * code is a separate file. One file for each set of screens that share something would be ninety files per visit.
 */
const visits: readonly Readonly<{ name: string; from: readonly string[] }>[] = [
  { name: 'first', from: [web('app/main.tsx'), web('auth/auth-page.tsx')] },
  { name: 'app', from: [web('app/inside.tsx'), web('dashboard/dashboard-page.tsx')] },
]

/**
 * For the bundler's `codeSplitting`. Each group contains what its own modules import, unless an earlier group has it.
 */
export const chunkGroups = [
  { debugName: 'first and app', name: visitOf, includeDependenciesRecursively: false },
  { name: 'screens', minShareCount: 2, includeDependenciesRecursively: false },
]

function visitOf(id: string, graph: Graph): string | null {
  return visits.find(({ name, from }) => reachable(name, from, graph).has(id))?.name ?? null
}

let known: { graph: Graph['getModuleInfo']; byName: Map<string, ReadonlySet<string>> } | undefined

/** Everything loaded with these modules: their imports, and their imports' imports. */
function reachable(name: string, from: readonly string[], graph: Graph): ReadonlySet<string> {
  if (known?.graph !== graph.getModuleInfo) known = { graph: graph.getModuleInfo, byName: new Map() }
  const before = known.byName.get(name)
  if (before) return before
  const seen = new Set(from)
  for (const id of seen) for (const imported of importsOf(id, graph)) seen.add(imported)
  known.byName.set(name, seen)
  return seen
}

/** Packages whose index leads to all of their parts: only the imported parts count. */
const indexOfParts =
  /\/node_modules\/(@mantine\/\w+|@tabler\/icons-react)\/\w+\/(?:esm\/)?(?:index|tabler-icons-react)\.mjs$/

function importsOf(id: string, graph: Graph): readonly string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] }
  return importedIds.flatMap((imported) => {
    const library = indexOfParts.exec(imported)?.[1]
    return library === undefined ? [imported] : partsOf(library, code ?? '', imported, graph)
  })
}

/** The files of the parts that this code imports from a library; the index itself if they can't be determined. */
function partsOf(library: string, code: string, index: string, graph: Graph): readonly string[] {
  const files = new Map<string, string>()
  for (const [, names = '', path = ''] of (graph.getModuleInfo(index)?.code ?? '').matchAll(
    /(?:import|export)\s*\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g,
  ))
    for (const name of names.split(',')) files.set(name.trim().split(/\s+/).at(-1) ?? '', join(dirname(index), path))
  const named = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)]
    .filter(([, , from]) => from === library)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s+/)[0] ?? ''))
    .filter((name) => name !== '')
  if (named.length === 0) return [index]
  // Parts that the index takes from another package have no file here: they stay with their other importers.
  return named.flatMap((name) => files.get(name) ?? [])
}
