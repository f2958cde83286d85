import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'

// Builds build/server: the server's 800 modules in a few files, which load in two thirds of the processor time and with
// 20 MB less memory (docs/decisions/0070). The code isn't shortened, and each module's part begins with its
// path, so that a stack trace in the log leads to the source.

const project = join(import.meta.dirname, '..')
const folder = join(project, 'build/server')

/** Libraries that are part of the build; the others stay in node_modules. These two are many small modules. */
const included = /^(zod|jose)(\/|$)/

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const bundle = await rolldown({
  input: join(project, 'server/main.ts'),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith(project) && !included.test(id),
  plugins: [placesOfSources()],
})
await bundle.write({
  dir: folder,
  format: 'esm',
  comments: { jsdoc: false },
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()

/** Modules find files beside them (mail templates, SQL, the programs of threads) where their sources are. */
function placesOfSources(): Plugin {
  return {
    name: 'places of sources',
    transform(code, id) {
      if (!id.startsWith(project) || id.includes('node_modules') || !code.includes('import.meta.')) return null
      const path = relative(folder, id).split(sep).join('/')
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(path)}')`)
        .replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`)
    },
  }
}
