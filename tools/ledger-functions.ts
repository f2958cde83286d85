import { globSync, readFileSync } from 'node:fs'
import { guardFunctions, readFunctions } from '../ledger/public-functions.ts'
import { sourceFiles } from './source-files.ts'

/**
 * Returns one line for each function of the ledger that is called outside of ledger/ and isn't one of those that may be
 * (ledger/public-functions.ts). Tests and bench/ are left out: they prepare and measure the ledger itself.
 */
export function checkLedgerFunctions(): string[] {
  const code = sourceFiles(['server']).filter((file) => !/\.test\.ts$|\/testing(\.ts$|\/)/.test(file))
  const sql = globSync('db/{functions,views,limited}/**/*.sql').sort()
  return [
    ...code.flatMap((file) => problemsOf(file, readFileSync(file, 'utf8'), readFunctions)),
    ...sql.flatMap((file) => problemsOf(file, readFileSync(file, 'utf8'), guardFunctions)),
  ]
}

/** The calls in a file of functions that aren't among the allowed ones. Comments may name any. */
export function problemsOf(file: string, source: string, allowed: readonly string[]): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?:^|\s)(?:\/\/|--).*$/gm, '')
  const called = new Set([...code.matchAll(/\bkernel\.\w+(?=\()/g)].map(([name]) => name))
  return [...called]
    .filter((name) => !allowed.includes(name))
    .map(
      (name) =>
        `${file} calls ${name}. Call a TypeScript function of ledger/, or add it to ledger/public-functions.ts if it only reads.`,
    )
}
