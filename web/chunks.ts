import { dirname, join } from 'node:path'

/** What a bundler tells of a module. */
type Module = Readonly<{ code: string | null; importedIds: readonly string[] }>
type Graph = Readonly<{ getModuleInfo(id: string): Module | null }>

const web = (path: string) => join(import.meta.dirname, path)

/**
 * Which files a visit loads: `first` for everyone (sign-in included), `app` for signed-in people (the frame and the
 * dashboard), and `screens`, which holds what several other screens share, with the first of these. A screen's own code
 * is a file besides. One file for each set of screens that share something would be ninety files a visit.
 */
const visits: readonly Readonly<{ name: string; from: readonly string[] }>[] = [
  { name: 'first', from: [web('app/main.tsx'), web('auth/auth-page.tsx')] },
  { name: 'app', from: [web('app/inside.tsx'), web('dashboard/dashboard-page.tsx')] },
]

/** For the bundler's `codeSplitting`. Each group holds what its own modules import, unless an earlier one has it. */
export const chunkGroups = [
  { debugName: 'first and app', name: visitOf, includeDependenciesRecursively: false },
  { name: 'screens', minShareCount: 2, includeDependenciesRecursively: false },
]

function visitOf(id: string, graph: Graph): string | null {
  return visits.find(({ name, from }) => reachable(name, from, graph).has(id))?.name ?? null
}

let known: { graph: Graph['getModuleInfo']; byName: Map<string, ReadonlySet<string>> } | undefined

/** Everything that is loaded with these modules: what they import, and what that imports. */
function reachable(name: string, from: readonly string[], graph: Graph): ReadonlySet<string> {
  if (known?.graph !== graph.getModuleInfo) known = { graph: graph.getModuleInfo, byName: new Map() }
  const before = known.byName.get(name)
  if (before) return before
  const seen = new Set(from)
  for (const id of seen) for (const imported of importsOf(id, graph)) seen.add(imported)
  known.byName.set(name, seen)
  return seen
}

/** Packages whose index leads to all of their parts: of these, only the parts count that an import names. */
const indexOfParts =
  /\/node_modules\/(@mantine\/\w+|@tabler\/icons-react)\/\w+\/(?:esm\/)?(?:index|tabler-icons-react)\.mjs$/

function importsOf(id: string, graph: Graph): readonly string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] }
  return importedIds.flatMap((imported) => {
    const library = indexOfParts.exec(imported)?.[1]
    return library === undefined ? [imported] : partsOf(library, code ?? '', imported, graph)
  })
}

/** The files of the parts that this code imports from a library; the index itself where that can't be told. */
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
  // What the index takes from another package has no file here: it stays with who else imports it.
  return named.flatMap((name) => files.get(name) ?? [])
}
