import { execFile } from 'node:child_process'
import { checkArrows } from './arrows.ts'
import { checkCommentWidth } from './comment-width.ts'
import { checkCompanyDays } from './company-days.ts'
import { checkCoverageTable } from './coverage-table.ts'
import { checkSchemaDescription } from './describe-schema.ts'
import { checkDocumentReferences } from './document-references.ts'
import { checkExactNumbers } from './exact-numbers.ts'
import { checkFileLength } from './file-length.ts'
import { checkLedgerFunctions } from './ledger-functions.ts'
import { checkPlainWords } from './plain-words.ts'
import { checkLintReasons } from './lint-reasons.ts'
import { writeOlderFunctions } from './older-functions.ts'
import { checkOlderStyles } from './older-styles.ts'
import { checkOldestPostgresql } from './oldest-postgresql.ts'
import { checkRecordLinks } from './record-links.ts'
import { checkReleasedMigrations } from './released-migrations.ts'
import { checkTestCodes } from './test-codes.ts'
import { checkTrimming } from './trimming.ts'

/** One named check of the entire project. Returns its problems, one line each, with what to do instead. */
type Check = {
  name: string
  run: () => Promise<string[]>
  /** Only changes to these files can break it. */
  concerns?: RegExp
}

export type CheckResult = { name: string; problems: string[]; seconds: number }

const checks: Check[] = [
  // First: it takes long and uses one core only, while the type checks use what is free.
  { name: 'dead code', run: () => program('knip/bin/knip.js', ['--no-progress', '--no-config-hints']) },
  {
    name: 'types of the server, the contract and the tools',
    run: () => program('typescript/bin/tsc', ['-p', 'tsconfig.json']),
  },
  { name: 'types of the web app', run: () => program('typescript/bin/tsc', ['-p', 'web/tsconfig.json']) },
  {
    name: 'functions of the oldest browsers (code must ask whether they exist)',
    run: () => program('typescript/bin/tsc', ['-p', writeOlderFunctions('build/oldest-browsers', ['web', 'contract'])]),
    concerns: /^(web|contract)\/|^package-lock\.json$|^tools\/.*olde(r|st)-/,
  },
  { name: 'styles of the oldest browsers', run: async () => checkOlderStyles() },
  { name: 'lint', run: () => program('oxlint/bin/oxlint', ['--format=unix', '--deny-warnings', '.']) },
  { name: 'formatting (npx oxfmt fixes it)', run: () => program('oxfmt/bin/oxfmt', ['--list-different', '.']) },
  { name: 'import arrows', run: async () => checkArrows() },
  { name: 'functions of the ledger', run: async () => checkLedgerFunctions() },
  { name: 'PostgreSQL 15', run: async () => checkOldestPostgresql() },
  { name: 'exact numbers', run: async () => checkExactNumbers() },
  { name: 'days of the company', run: async () => checkCompanyDays() },
  { name: 'links to records', run: async () => checkRecordLinks() },
  { name: 'width of comments', run: async () => checkCommentWidth() },
  { name: 'length of files and SQL functions', run: async () => checkFileLength() },
  { name: 'reasons for the linter', run: async () => checkLintReasons() },
  { name: 'coverage of the requirements', run: async () => checkCoverageTable() },
  { name: 'codes of tests', run: async () => checkTestCodes() },
  { name: 'trimming of texts', run: async () => checkTrimming() },
  { name: 'plain words', run: async () => checkPlainWords() },
  { name: 'references to documents', run: async () => checkDocumentReferences() },
  { name: 'released migrations', run: async () => checkReleasedMigrations() },
  { name: 'schema description', run: checkSchemaDescription, concerns: /^db\/|\.sql$|^server\/platform\/migrate/ },
]

/**
 * Runs every check, two at a time, and reports each result as soon as it is known. Given the changed files, it skips
 * checks that none of them can break.
 */
export async function runChecks(
  report: (result: CheckResult) => void,
  changed: readonly string[] | null = null,
): Promise<CheckResult[]> {
  const waiting = checks.filter(({ concerns }) => !changed || !concerns || changed.some((file) => concerns.test(file)))
  const results: CheckResult[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await timed(check)
      results.push(result)
      report(result)
    }
  }
  await Promise.all([worker(), worker()])
  return results
}

async function timed(check: Check): Promise<CheckResult> {
  const begin = performance.now()
  const problems = await check.run().catch((error: Error) => [error.stack ?? error.message])
  return { name: check.name, problems, seconds: (performance.now() - begin) / 1000 }
}

/**
 * The type checks and the typed lint are written in Go, which collects garbage whenever the heap has doubled. At five
 * times its size the type checks take a quarter less processor time (21.3 to 16.6 s, 13.1 to 9.8 s), for a tenth more
 * memory.
 */
const fewerCollections = { GOGC: '400' }

/** Runs one of the project's own programs; if it fails, its output lists the problems. */
function program(path: string, args: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`node_modules/${path}`, ...args],
      { maxBuffer: 64 * 1024 * 1024, env: { ...fewerCollections, ...process.env } },
      (error, stdout, stderr) => {
        if (!error) return resolve([])
        const output = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
        resolve(
          output.length > 0 ? output : [`${path} ended with ${error.signal ?? `code ${error.code}`} without output.`],
        )
      },
    )
  })
}
