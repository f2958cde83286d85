import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The bundler's description of a generated file. */
type Made = Readonly<{ fileName: string; facadeModuleId?: string | null; imports?: readonly string[] }>

const routesFile = join(import.meta.dirname, 'app/routes.tsx')
/** Loaded on every visit of a signed-in person. */
const always = /^assets\/(first|app)-/

/**
 * The files that each screen needs besides those of every screen, by its path with `*` for a record's id: the page
 * requests them together with the first script, not after it has run.
 */
export function filesOfScreens(bundle: Readonly<Record<string, Made>>): Record<string, string[]> {
  const routes = readFileSync(routesFile, 'utf8').matchAll(/\bscreen\(\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g)
  return Object.fromEntries(
    [...routes].flatMap(([, path = '', module = '']) => {
      const chunk = Object.values(bundle).find(
        ({ facadeModuleId }) => facadeModuleId === join(dirname(routesFile), module),
      )
      const files = chunk ? filesFor(chunk.fileName, bundle).filter((file) => !always.test(file)) : []
      return files.length === 0 ? [] : [[path.replace(/\$\w+/, '*'), files.map((file) => `/${file}`)]]
    }),
  )
}

/** A file and its imports, in reverse order of execution. */
function filesFor(file: string, bundle: Readonly<Record<string, Made>>): string[] {
  const files = new Set([file])
  for (const one of files) for (const imported of bundle[one]?.imports ?? []) files.add(imported)
  return [...files]
}
