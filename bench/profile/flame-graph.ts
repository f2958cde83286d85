/** A stack of calls, outermost first, and how often it was sampled (or for how long). */
export type Stack = { frames: readonly string[]; weight: number }

type Node = { name: string; weight: number; callees: Map<string, Node> }

const width = 1_400
const rowHeight = 17
const narrowest = 0.4
const characterWidth = 6.6
const colors = ['#ffd8a8', '#ffc078', '#ffe066', '#ffa94d', '#fcc2d7', '#ffc9c9']

/**
 * Draws stacks as a flame graph: the outermost call at the bottom, each call as wide as its share of the time. The same
 * name has the same color everywhere, and hovering over a call shows its full name and share.
 */
export function flameGraphSvg(title: string, stacks: readonly Stack[]): string {
  const root = treeOf(stacks)
  const depth = depthOf(root)
  const height = (depth + 2) * rowHeight
  const drawn: string[] = []
  const draw = (node: Node, x: number, level: number) => {
    const wide = (node.weight / root.weight) * width
    if (wide < narrowest) return
    const y = height - (level + 1) * rowHeight
    const share = `${((node.weight / root.weight) * 100).toFixed(1)} %`
    const letters = Math.floor((wide - 6) / characterWidth)
    const label =
      letters > 3 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(node.name.slice(0, letters))}</text>` : ''
    drawn.push(
      `<g><title>${escaped(node.name)}: ${share}</title><rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="${colorOf(node.name)}"/>${label}</g>`,
    )
    let at = x
    for (const callee of [...node.callees.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      draw(callee, at, level + 1)
      at += (callee.weight / root.weight) * width
    }
  }
  if (root.weight > 0) draw(root, 0, 0)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="monospace" font-size="11">
<rect width="100%" height="100%" fill="#ffffff"/><text x="4" y="13" font-size="13">${escaped(title)}</text>
${drawn.join('\n')}
</svg>
`
}

/** The calls with the most time of their own, excluding the functions they called, as shares. */
export function hottest(stacks: readonly Stack[], count: number): { name: string; share: number }[] {
  const total = stacks.reduce((sum, { weight }) => sum + weight, 0)
  const own = new Map<string, number>()
  for (const { frames, weight } of stacks) {
    const name = frames.at(-1) ?? 'all'
    own.set(name, (own.get(name) ?? 0) + weight)
  }
  const sorted = [...own].toSorted((a, b) => b[1] - a[1]).slice(0, count)
  return sorted.map(([name, weight]) => ({ name, share: weight / total }))
}

function treeOf(stacks: readonly Stack[]): Node {
  const root: Node = { name: 'all', weight: 0, callees: new Map() }
  for (const { frames, weight } of stacks) {
    root.weight += weight
    let node = root
    for (const name of frames) {
      const callee = node.callees.get(name) ?? { name, weight: 0, callees: new Map() }
      node.callees.set(name, callee)
      callee.weight += weight
      node = callee
    }
  }
  return root
}

function depthOf({ callees }: Node): number {
  return 1 + Math.max(0, ...[...callees.values()].map(depthOf))
}

function colorOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return colors[hash % colors.length] ?? '#ffd8a8'
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
