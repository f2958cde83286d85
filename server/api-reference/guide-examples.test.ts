import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../contract/api-keys.ts'
import { addressOf } from '../../contract/endpoint.ts'
import { keyPermissions } from '../../contract/permissions.ts'
import { allEndpoints } from '../testing/all-endpoints.ts'
import { sharedApp } from '../testing/app.ts'
import { signatures } from '../webhooks/signatures.ts'

const app = await sharedApp()
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
const guide = read('api.md')

type Block = { language: string; text: string; heading: string }

/** The examples of the guide, in order. */
const blocks: Block[] = [...guide.matchAll(/^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)].reduce<{
  heading: string
  found: Block[]
}>(
  ({ heading, found }, [, title, language, text]) =>
    title === undefined
      ? { heading, found: [...found, { language: language ?? '', text: text ?? '', heading }] }
      : { heading: title, found },
  { heading: '', found: [] },
).found

const env = { ONHAND: app.url, KEY: '' }

beforeAll(async () => {
  const owner = await app.signUp()
  const { key } = await owner.call(createApiKey, { name: 'Guide', permissions: [...keyPermissions] })
  env.KEY = key ?? ''
})

/** The words of a shell command: quoted in either way, with variables in double quotes, and on several lines. */
function wordsOf(command: string): string[] {
  const oneLine = command.replaceAll('\\\n', ' ').trim()
  return [...oneLine.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) =>
      single ??
      (double ?? bare ?? '').replaceAll(/\$(\w+)/g, (_all, name: string) => env[name as keyof typeof env] ?? ''),
  )
}

/** Sends what curl would send. Only the options that the guide uses. */
async function curl(command: string): Promise<unknown> {
  const [program, url = '', ...options] = wordsOf(command)
  expect(program).toBe('curl')
  const headers = new Headers()
  const init: RequestInit & { body?: string } = { headers }
  for (let n = 0; n < options.length; n += 2) {
    const [option = '', value = ''] = options.slice(n)
    if (option === '-H') headers.set(...(value.split(': ') as [string, string]))
    else if (option === '-X') init.method = value
    else if (option === '-d') init.body = value
    else throw new Error(`the guide uses an option that this test doesn't know: ${option}`)
  }
  const response = await fetch(url, { method: init.body === undefined ? 'GET' : 'POST', ...init })
  return response.json()
}

/** What the guide shows of a response: "…" stands for anything, lists show their first entries. */
function expected(shown: unknown): unknown {
  if (shown === '…') return expect.anything()
  if (Array.isArray(shown)) return expect.arrayContaining(shown.map(expected))
  if (shown === null || typeof shown !== 'object') return shown
  return expect.objectContaining(Object.fromEntries(Object.entries(shown).map(([name, one]) => [name, expected(one)])))
}

test('the requests of the guide get the responses that it shows', async () => {
  const requests = blocks.flatMap((block, n) =>
    block.language === 'sh' && block.text.startsWith('curl') ? [{ ...block, answer: blocks[n + 1] }] : [],
  )
  expect(requests.length).toBeGreaterThan(7)
  for (const { text, heading, answer } of requests) {
    expect(answer?.language).toBe('json')
    expect([heading, await curl(text)]).toEqual([heading, expected(JSON.parse(answer?.text ?? ''))])
  }
  // A program that lost the responses sends everything again.
  for (const { text, heading, answer } of requests.filter(({ heading: about }) => about === 'Your first hour'))
    if (text.includes('"id"'))
      expect([heading, await curl(text)]).toEqual([heading, expected(JSON.parse(answer?.text ?? ''))])
})

const run = promisify(execFile)

async function runProgram(text: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', text], {
    env: { ...process.env, ...env },
  })
  return stdout
}

test.for([
  ['Lists', /^MUG-BLUE 37$/m],
  ['Limits', /^Kitchen 1$/m],
  ['The feed', /^\d+ product\.created 0199b0c0-0000-7000-8000-000000000001$/m],
] as const)('the program under %s of the guide works', { timeout: 60_000 }, async ([heading, output]) => {
  const [program] = blocks.filter((block) => block.heading === heading && block.language === 'js')
  // The feed numbers events within a second.
  await expect.poll(() => runProgram(program?.text ?? ''), { timeout: 50_000 }).toMatch(output)
})

test('every address that the guide names exists', () => {
  const known = allEndpoints.map((endpoint) => `${endpoint.method} ${addressOf(endpoint)}`.replaceAll(/:\w+/g, '{}'))
  const named = [...guide.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/[\w{}/-]+)`/g)].map(
    ([, method, path = '']) => `${method} /api/v1${path.replaceAll(/\{\w+\}/g, '{}')}`,
  )
  expect(named.length).toBeGreaterThan(4)
  for (const address of named) expect(known).toContain(address)
})

test('the signature check in the guide to webhooks accepts our signatures and refuses others', async () => {
  const code = /^ {4}import[\s\S]*?^ {4}}$/m.exec(read('webhooks.md'))?.[0] ?? ''
  const secret = `whsec_${Buffer.from('a secret of a test').toString('base64')}`
  const now = Math.trunc(Date.now() / 1_000)
  const headersAt = (timestamp: number, secrets: string[]) => ({
    'webhook-id': 'one',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(secrets, 'one', timestamp, '{}'),
  })
  const check = (headers: object, body = '{}') =>
    `isOurs(${JSON.stringify(secret)}, ${JSON.stringify(headers)}, '${body}')`
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`
  const checks = [
    check(headersAt(now, [secret])),
    check(headersAt(now, [other, secret])),
    check(headersAt(now, [other])),
    check(headersAt(now - 1_000, [secret])),
    check(headersAt(now, [secret]), '{"changed": true}'),
  ]
  expect(JSON.parse(await runProgram(`${code}\nconsole.log(JSON.stringify([${checks.join(', ')}]))`))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
