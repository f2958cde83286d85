import { readFileSync } from 'node:fs'
import { addressedKinds, recordAddress } from '../contract/record-addresses.ts'
import { sourceFiles } from './source-files.ts'

/** What the addresses of a kind's records begin with, for kinds that have an address per record. */
const beginnings = addressedKinds
  .map((kind) => ({ kind, beginning: recordAddress(kind, '') }))
  .filter(({ kind, beginning }) => beginning !== recordAddress(kind, 'id'))

/** Returns one message for each line of the web app that hard-codes the address of a record. */
export function checkRecordLinks(): string[] {
  return sourceFiles(['web'])
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => handwrittenAddresses(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
}

export function handwrittenAddresses(source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const found = beginnings.find(({ beginning }) => line.includes(`\`${beginning}\${`))
    return found ? [`${index + 1}: use recordAddress('${found.kind}', …) of contract/record-addresses.ts.`] : []
  })
}
