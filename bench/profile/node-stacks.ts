import type { Stack } from './flame-graph.ts'

type CallFrame = { functionName: string; url: string; lineNumber: number }
type ProfileNode = { id: number; callFrame: CallFrame; children?: number[] }

/** The profile that V8 returns, as stored in a `.cpuprofile` file. */
export type CpuProfile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

/** Stacks by time, without idle time. */
export function stacksOfProfile({ nodes, samples, timeDeltas }: CpuProfile): Stack[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const weights = new Map<number, number>()
  for (const [place, id] of samples.entries()) weights.set(id, (weights.get(id) ?? 0) + (timeDeltas[place] ?? 0))
  return [...weights].flatMap(([id, weight]) => {
    const frames: string[] = []
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at)
      if (node) frames.unshift(nameOf(node.callFrame))
    }
    return frames.includes('(idle)') ? [] : [{ frames: frames.slice(1), weight }]
  })
}

/** `parse (node_modules/zod/v4/core/parse.js:12)`, relative to the project's folder. */
function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName || '(anonymous)'
  const file = url.replace(/^file:\/\//, '').replace(`${process.cwd()}/`, '')
  return file === '' ? name : `${name} (${file}:${lineNumber + 1})`
}
