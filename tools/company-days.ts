import { readFileSync } from 'node:fs'
import { sourceFiles } from './source-files.ts'

/** What shows moments by the reader's clock: their dates, and the days above notifications. */
const momentFiles = ['web/notifications/by-day.ts', 'web/stock/movement.tsx', 'web/stock/when-text.ts']

/** What defines how dates are written, and what reads the parts of a moment, which no one sees. */
const ownFormFiles = ['contract/date-format.ts', 'server/sample-company/calendar.ts']

/**
 * Returns one message for each line of the web app that computes a day by the reader's clock (decision 0015), and for
 * each line that decides how a date is written (decision 0017).
 */
export function checkCompanyDays(): string[] {
  const days = sourceFiles(['web'])
    .filter((file) => !momentFiles.includes(file) && !/^web\/ui\/|\.test\.tsx?$/.test(file))
    .flatMap((file) => readersDays(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  const forms = sourceFiles(['contract', 'e2e', 'server', 'web'])
    .filter((file) => !ownFormFiles.includes(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => ownDateForms(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  return [...days, ...forms]
}

/** `en-CA` writes a day as the database does, `YYYY-MM-DD`; no one sees it. */
const isOwnForm = (statement: string) =>
  /toLocaleDateString\(/.test(statement) ||
  /DateTimeFormat\((?!\s*'en-CA')[^)]*?\b(?:dateStyle|month)\b/.test(statement)

export function ownDateForms(source: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    if (!/DateTimeFormat\(|toLocaleDateString\(/.test(line)) return []
    // Options follow on the next lines where they don't fit on one.
    const statement = lines.slice(index, index + 6).join('\n')
    return isOwnForm(statement) ? [`${index + 1}: use dateFormat() of contract/date-format.ts.`] : []
  })
}

export function readersDays(source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const found = /\.(?:getDate|getDay|getMonth|getFullYear|toDateString|toLocaleDateString)\(/.exec(
      line.replace(/\/\/.*$/, ''),
    )
    return found
      ? [`${index + 1}: ${found[0]} is the reader's day. Use useToday() of web/kit or dayIn() of web/ui/day-text.ts.`]
      : []
  })
}
