import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { refuseUnrouted } from './platform/other-methods.ts'
import { mountWebApp } from './web-app.ts'

const web = join(import.meta.dirname, '../web')
const size = z.string().regex(/^(any|\d+x\d+)$/)
const icon = z.object({ src: z.string(), type: z.string(), sizes: size, purpose: z.enum(['maskable']).optional() })
const manifest = z.object({
  id: z.literal('/'),
  name: z.literal('Onhand'),
  short_name: z.string().max(12),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  background_color: z.string().regex(/^#[\da-f]{6}$/),
  theme_color: z.string().regex(/^#[\da-f]{6}$/),
  icons: z.array(icon),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})

let http: FastifyInstance
let folder: string

beforeAll(async () => {
  // Files that a build copies beside the page.
  folder = mkdtempSync(join(tmpdir(), 'onhand-installed-'))
  cpSync(join(web, 'public'), folder, { recursive: true })
  cpSync(join(web, 'index.html'), join(folder, 'index.html'))
  http = fastify()
  await mountWebApp(http, folder, refuseUnrouted([]))
})

afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const read = async () => manifest.parse((await http.inject({ url: '/app.webmanifest' })).json())

test('the page names a manifest and an icon for home screens, and both are served', async () => {
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  const links = [...page.matchAll(/<link rel="(manifest|apple-touch-icon)" href="([^"]+)"/g)].map(([, rel, href]) => ({
    rel,
    href: href ?? '',
  }))
  expect(new Set(links.map(({ rel }) => rel))).toEqual(new Set(['apple-touch-icon', 'manifest']))
  for (const { href } of links) expect((await http.inject({ url: href })).statusCode, href).toBe(200)
})

test('the app can be installed: its manifest is valid and is served as one', async () => {
  const answer = await http.inject({ url: '/app.webmanifest' })
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  const { icons } = manifest.parse(answer.json())
  const plain = icons.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes)
  const maskable = icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)
  expect(plain).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(maskable).toEqual(expect.arrayContaining(['192x192', '512x512']))
})

test('every icon of the installed app has the type and size that the manifest says, and a cut one has no corner', async () => {
  for (const { src, type, sizes, purpose } of (await read()).icons) {
    const answer = await http.inject({ url: src })
    expect(answer.statusCode, src).toBe(200)
    expect(answer.headers['content-type'], src).toContain(type)
    if (sizes === 'any') continue
    const picture = sharp(answer.rawPayload)
    const { width, height } = await picture.metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    // A masked icon must fill the corner that a phone cuts off; an icon shown unmasked has round corners.
    expect({ src, corner: data[info.channels - 1] }).toEqual({ src, corner: purpose === 'maskable' ? 255 : 0 })
  }
})

test('the shortcuts of the installed app lead to screens', async () => {
  const routes = readFileSync(join(web, 'app/routes.tsx'), 'utf8')
  for (const { url } of (await read()).shortcuts) expect(routes).toContain(`'${url}'`)
})
