import { globSync, readFileSync } from 'node:fs'

/** The width to which code is formatted. */
const most = 120

/** Returns one message for each comment line that is wider than code may be. Released migrations stay unchanged. */
export function checkCommentWidth(): string[] {
  return globSync('{bench,contract,db,e2e,ledger,server,tools,web}/**/*.{ts,tsx,mjs,cjs,sql,css}')
    .filter((file) => !file.startsWith('db/migrations/'))
    .sort()
    .flatMap((file) => wideComments(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
}

export function wideComments(source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      line.length > most && (/^\s*(\/\/|\{?\/?\*|--)/.test(line) || /\s(\/\/|--) [^'"`]*$/.test(line))
        ? [`${index + 1}: a comment of ${line.length} characters. Wrap it at ${most}.`]
        : [],
    )
}
