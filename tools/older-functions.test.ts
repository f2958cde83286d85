import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeOlderFunctions } from './older-functions.ts'

/** What the compiler says about a line of code in a web app for the oldest browsers. */
function problemsOf(...lines: string[]): string[] {
  mkdirSync('build', { recursive: true })
  const folder = mkdtempSync('build/oldest-browsers-test-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = lines.map((line, index) => {
    writeFileSync(join(folder, `line-${index}.ts`), `${line}\nexport {}\n`)
    return join(folder, `line-${index}.ts`)
  })
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', writeOlderFunctions(folder, files)],
    { encoding: 'utf8' },
  )
  return lines.map((_line, index) => stdout.split('\n').find((line) => line.includes(`line-${index}.ts`)) ?? '')
}

it('refuses what one of the oldest browsers lacks, unless the code asks first', () => {
  const refused = [
    'new URLSearchParams("a=1").size > 0',
    'requestIdleCallback(() => {})',
    'document.startViewTransition(() => {})',
    'AbortSignal.any([])',
    'new CloseWatcher()',
    'Object.groupBy([1], String)',
    'document.body.showPopover()',
  ]
  const accepted = [
    'document.startViewTransition?.(() => {})',
    'globalThis.requestIdleCallback?.(() => {})',
    'structuredClone({})',
    'document.createElement("canvas").getContext("2d")?.drawImage(new Image(), 0, 0)',
    'new ResizeObserver(() => {}).observe(document.body)',
  ]
  const problems = problemsOf(...refused, ...accepted)
  expect(problems.map((problem) => problem !== '')).toEqual([...refused.map(() => true), ...accepted.map(() => false)])
})
