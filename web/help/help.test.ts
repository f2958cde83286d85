import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseHelp } from './parse-help.ts'
import { helpTopics, topicAt } from './topics.ts'

const web = join(import.meta.dirname, '..')

function sourcesIn(...folders: string[]): string {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('/help/'))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
}

/** The text between `**` in a topic: the name of something on the screen. */
const namesIn = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/g)].map((found) => found[1] ?? '')

test('every screen has help', () => {
  const routes = [...readFileSync(join(web, 'app/routes.tsx'), 'utf8').matchAll(/\bscreen\(\s*'(\/[^']*)'/g)]
  expect(routes.length).toBeGreaterThan(25)
  expect(routes.map((found) => found[1] ?? '').filter((route) => !topicAt(route))).toEqual([])
})

test('every topic belongs to a screen, and has a unique title and content', () => {
  const routes = [...readFileSync(join(web, 'help/topics.ts'), 'utf8').matchAll(/^  '?(?:\/[^']*)'?: '([^']+)',$/gm)]
  const used = new Set(routes.map((found) => found[1] ?? ''))
  expect(helpTopics.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
  expect(new Set(helpTopics.map(({ title }) => title)).size).toBe(helpTopics.length)
  for (const { title, text } of helpTopics)
    expect({ title, isWritten: text.length > 150 && title !== '' }).toEqual({ title, isWritten: true })
})

test("no topic names a button, field or status that the screens don't have", () => {
  const sources = sourcesIn(web, join(web, '../contract'))
  const escaped = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const isOnScreen = (name: string) =>
    new RegExp(`['"\`>]${escaped(name)}['"\`<.]|^\\s*${escaped(name)}$`, 'm').test(sources)
  const unknown = helpTopics.flatMap(({ name, text }) =>
    namesIn(text)
      .filter((one) => !isOnScreen(one))
      .map((one) => `${name}: ${one}`),
  )
  expect(unknown).toEqual([])
})

test('links of topics lead to screens', () => {
  const targets = helpTopics.flatMap(({ text }) => [...text.matchAll(/\]\((\/.*?)\)/g)].map((found) => found[1] ?? ''))
  expect(targets.filter((to) => !topicAt(to))).toEqual([])
})

test('a topic is read in blocks: headings, paragraphs, lists, names and links', () => {
  expect(parseHelp('# Title\n\nOne\ntwo **Name**.\n\n## Part\n\n- a [b](/products)\n- c\n  d\n')).toEqual([
    { kind: 'title', spans: [{ kind: 'text', text: 'Title' }] },
    {
      kind: 'paragraph',
      spans: [
        { kind: 'text', text: 'One two ' },
        { kind: 'name', text: 'Name' },
        { kind: 'text', text: '.' },
      ],
    },
    { kind: 'heading', spans: [{ kind: 'text', text: 'Part' }] },
    {
      kind: 'list',
      items: [
        [
          { kind: 'text', text: 'a ' },
          { kind: 'link', text: 'b', to: '/products' },
        ],
        [{ kind: 'text', text: 'c d' }],
      ],
    },
  ])
})
