import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { lacking } from './shared/oldest-browsers.ts'

/**
 * Writes a configuration that checks types against the oldest browsers into a folder of the project: what one of them
 * lacks may be undefined, so code compiles only if it asks first. Returns its path.
 */
export function writeOlderFunctions(folder: string, include: readonly string[]): string {
  const library = join(folder, 'node_modules/@typescript/lib-dom')
  mkdirSync(library, { recursive: true })
  writeFileSync(join(library, 'index.d.ts'), olderFunctions(readFileSync(libraryOfBrowsers(), 'utf8')))
  const fromFolder = (path: string) => relative(folder, path)
  const configuration = {
    extends: fromFolder('web/tsconfig.json'),
    compilerOptions: { libReplacement: true },
    include: include.map(fromFolder),
    exclude: ['**/*.test.ts', '**/*.test.tsx'].map(fromFolder),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  return join(folder, 'tsconfig.json')
}

/** TypeScript's own declarations of what browsers have. */
function libraryOfBrowsers(): string {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`
  return join(dirname(createRequire(typescript).resolve(platform)), 'lib/lib.dom.d.ts')
}

/** The library's declarations, in which whatever one of the oldest browsers lacks may be undefined. */
function olderFunctions(library: string): string {
  let page = ''
  let missingObject = false
  return library
    .split('\n')
    .map((line) => {
      if (/^\s*(\/\*\*|\*)/.test(line)) {
        page = /\[MDN Reference\]\(.+\/Web\/API\/(.+)\)/.exec(line)?.[1]?.replaceAll('/', '.') ?? page
        return line
      }
      const isMissing = page !== '' && lacking(`api.${page}`).length > 0
      page = ''
      const object = /^declare var (\w+): \{/.exec(line)?.[1]
      if (object) missingObject = lacking(`api.${object}`).length > 0
      if (line === '};' && missingObject) {
        missingObject = false
        return '} | undefined;'
      }
      return isMissing ? optional(line) : line
    })
    .join('\n')
}

function optional(line: string): string {
  return line
    .replace(/^( +)get (\w+)\(\): /, '$1readonly $2?: ')
    .replace(/^ +set \w+\(.*$/, '')
    .replace(/^( +(?:readonly )?\w+)(<[^(]*>)?([(:])/, '$1?$2$3')
    .replace(/^declare function (\w+)(.*)\): (.+);$/, 'declare var $1: ($2) => $3) | undefined;')
    .replace(/^declare var (\w+): ([^{]+);$/, 'declare var $1: $2 | undefined;')
}
