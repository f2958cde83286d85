import { readFileSync } from 'node:fs'
import { sourceFiles } from './source-files.ts'

/** The only two files that may round or format an amount. */
const roundingFiles = ['contract/money.ts', 'contract/quantity.ts']

/**
 * Returns one message for each line where a number might be rounded or formatted outside contract/money.ts and
 * quantity.ts.
 */
export function checkExactNumbers(): string[] {
  return sourceFiles(['contract', 'ledger', 'server', 'web'])
    .filter((file) => !roundingFiles.includes(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => inexactLines(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
}

export function inexactLines(source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const found = /\bparseFloat\b|\.toFixed\(|\.toPrecision\(|Math\.(?:round|fround)\(/.exec(
      line.replace(/\/\/.*$/, ''),
    )
    return found
      ? [
          `${index + 1}: ${found[0]} may lose a cent or a unit. Use contract/money.ts or contract/quantity.ts; for pixels and times use Math.floor or Math.ceil.`,
        ]
      : []
  })
}
