import { readFileSync } from 'node:fs'
import { sourceFiles } from './source-files.ts'

/** What trims texts that no person typed into Onhand: settings of operators, pages, files of the system, own texts. */
const otherTexts =
  /^server\/(?:platform|identity\/(?:config|providers\/|factors\/totp)|price-updates|api-reference|printed-documents|order-mails|sharing\/pages\/layout)/

/**
 * Returns one message for each line that trims a text of people with the built-in functions, which leave invisible
 * marks: texts that look the same would differ (contract/trimmed.ts).
 */
export function checkTrimming(): string[] {
  return sourceFiles(['contract', 'ledger', 'server'])
    .filter((file) => !otherTexts.test(file) && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => bareTrims(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
}

export function bareTrims(source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const found = /\.trim(?:Start|End)?\(/.exec(line.replace(/^\s*(?:\/\/|\*).*$/, ''))
    return found ? [`${index + 1}: ${found[0]} leaves invisible marks. Use trimmed() of contract/trimmed.ts.`] : []
  })
}
