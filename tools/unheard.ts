import { readFileSync } from 'node:fs'
import { sourceFiles } from './source-files.ts'

/**
 * Answers one line for each place where an async function that works in a transaction is called and not awaited at once. Its promise is another than
 * that of the statement it sends: when that fails while something else is awaited, nobody hears of it, which would be the end of the process.
 */
export function checkUnheard(): string[] {
  const files = sourceFiles(['ledger', 'server']).filter((file) => !file.endsWith('.test.ts'))
  const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  const unsafe = new Set(sources.flatMap(({ source }) => asyncFunctions(source)))
  return sources.flatMap(({ file, source }) => unheardCalls(source, unsafe).map((place) => `${file}:${place}`))
}

export function asyncFunctions(source: string): string[] {
  const found = source.matchAll(/\basync function\*? (\w+)|\bconst (\w+) = async\b/g)
  return [...found].map(([, declared, assigned]) => declared ?? assigned ?? '')
}

export function unheardCalls(source: string, unsafe: ReadonlySet<string>): string[] {
  return source.split('\n').flatMap((line, index) => {
    const called = /\bvoid (\w+)\(tx\b/.exec(line)?.[1] ?? keptForLater(line)
    if (called === undefined || !unsafe.has(called)) return []
    return [
      `${index + 1}: ${called} is async, so its failure may not be heard. Await it (several with Promise.all), or make it a plain function that answers what tx.run answers.`,
    ]
  })
}

/** The function whose promise a line keeps, to be awaited later. */
function keptForLater(line: string): string | undefined {
  const [, kept = ''] = /\bconst [^=]*= (.*)/.exec(line) ?? []
  return /\bawait\b|=>/.test(kept) ? undefined : /\b(\w+)\(tx\b/.exec(kept)?.[1]
}
