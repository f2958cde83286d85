import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Together they take 40 MB and half of the time to start (docs/decisions/0070). */
const onDemand = [
  '@e965/xlsx',
  'flydrive',
  'fontkit',
  'htmlparser2',
  'nodemailer',
  'oauth4webapi',
  'openid-client',
  'pdfkit',
  'prom-client',
  'qrcode',
  'sharp',
  'subset-font',
  'undici',
  'yazl',
]

test('a starting server loads no library that only some requests need', async () => {
  const loaded = await packagesLoadedBy('./app.ts')
  expect(loaded).toContain('fastify')
  expect(loaded.filter((name) => onDemand.includes(name))).toEqual([])
})

/** The packages, with Node's own, that a process has loaded once it has imported a module of this folder. */
async function packagesLoadedBy(path: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const names = new Set()
    registerHooks({
      load(url, context, next) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
        if (name) names.add(name)
        return next(url, context)
      },
    })
    await import(${JSON.stringify(new URL(path, import.meta.url).href)})
    for (const name of process.moduleLoadList) names.add(name.replace(/^NativeModule internal\\/deps\\/[^/]+\\//, ''))
    process.stdout.write(JSON.stringify([...names]))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return JSON.parse(stdout) as string[]
}
