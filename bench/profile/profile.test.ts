import { describe, expect, test } from 'vitest'
import { flameGraphSvg, hottest } from './flame-graph.ts'
import { stacksOfProfile } from './node-stacks.ts'
import { stacksOfScript } from './postgresql.ts'

const script = `postgres 4711 12.5:  2004008 cpu-clock:
\t    5581f0c1 palloc+0x1b (/opt/postgres)
\t    5581f0c2 ExecInterpExpr+0x1b2 (/opt/postgres)
\t    5581f0c3 main+0x2 (/opt/postgres)

postgres 4711 12.6:  2004008 cpu-clock:
\t    7ff00001 [unknown] (/lib/libc.so.6)
\t    5581f0c3 main+0x2 (/opt/postgres)

`

describe('the output of perf', () => {
  test('becomes stacks with the outermost call first', () => {
    expect(stacksOfScript(script)).toEqual([
      { frames: ['main', 'ExecInterpExpr', 'palloc'], weight: 1 },
      { frames: ['main', '[libc.so.6]'], weight: 1 },
    ])
  })
})

describe("V8's profile", () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 6 })
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 4] },
      { id: 2, callFrame: frame('handle', `file://${process.cwd()}/server/app.ts`), children: [3] },
      { id: 3, callFrame: frame('') },
      { id: 4, callFrame: frame('(idle)') },
    ],
    samples: [3, 4, 3, 2],
    timeDeltas: [500, 900, 500, 400],
  }

  test('becomes stacks by time, with files as they are in the project and without idle time', () => {
    expect(stacksOfProfile(profile)).toEqual([
      { frames: ['handle (server/app.ts:7)', '(anonymous)'], weight: 1_000 },
      { frames: ['handle (server/app.ts:7)'], weight: 400 },
    ])
  })
})

describe('a flame graph', () => {
  const stacks = [
    { frames: ['main', 'work<T>'], weight: 3 },
    { frames: ['main', 'rest'], weight: 1 },
  ]

  test('draws each call as wide as its share', () => {
    const svg = flameGraphSvg('Test', stacks)
    expect(svg).toContain('<title>work&lt;T&gt;: 75.0 %</title>')
    expect(svg).toContain('<title>main: 100.0 %</title>')
    expect(svg.match(/<rect x=/g)).toHaveLength(4)
  })

  test('is empty without samples', () => {
    expect(flameGraphSvg('Test', [])).not.toContain('<rect x=')
  })

  test('the hottest calls are those with the most time of their own', () => {
    expect(hottest(stacks, 1)).toEqual([{ name: 'work<T>', share: 0.75 }])
  })
})
