export type Panel = {
  title: string
  unit: string
  /** Oldest first. */
  points: { label: string; value: number }[]
  reach: number | null
  goal: number | null
}

const columns = 3
const width = 300
const height = 150
const plot = { left: 14, right: 286, top: 46, bottom: 128 }

/** Small charts in rows of three: one line each over time, with the target dashed and the goal beyond it dotted. */
export function panelsSvg(panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / columns)
  const drawn = panels.map(
    (panel, place) =>
      `<g transform="translate(${(place % columns) * width} ${Math.floor(place / columns) * height})">${panelSvg(panel)}</g>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * width}" height="${rows * height}" font-family="sans-serif">
<style>text { font-size: 11px; fill: #495057 } .title { font-size: 13px; font-weight: 600; fill: #212529 }
.value { fill: none; stroke: #0c8599; stroke-width: 2 } .dot { fill: #0c8599 } .reach { stroke: #e8590c; stroke-dasharray: 5 3 }
.goal { stroke: #868e96; stroke-dasharray: 1 3 } .axis { stroke: #dee2e6 }</style>
<rect width="100%" height="100%" fill="#ffffff"/>
${drawn.join('\n')}
</svg>
`
}

function panelSvg({ title, unit, points, reach, goal }: Panel): string {
  const newest = points.at(-1)
  const most = Math.max(...points.map(({ value }) => value), reach ?? 0, goal ?? 0) || 1
  const x = (place: number) =>
    points.length === 1 ? plot.right : plot.left + ((plot.right - plot.left) * place) / (points.length - 1)
  const y = (value: number) => plot.bottom - ((plot.bottom - plot.top) * value) / most
  const at = points.map(({ value }, place) => ({ x: round(x(place)), y: round(y(value)) }))
  const across = (name: string, value: number) =>
    `<line class="${name}" x1="${plot.left}" x2="${plot.right}" y1="${round(y(value))}" y2="${round(y(value))}"/>`
  return [
    `<text class="title" x="${plot.left}" y="18">${escaped(title)}</text>`,
    `<text x="${plot.left}" y="34">${escaped(newest ? `${digits(newest.value)} ${unit}` : unit)}</text>`,
    across('axis', 0),
    reach === null ? '' : across('reach', reach),
    goal === null ? '' : across('goal', goal),
    `<polyline class="value" points="${at.map((point) => `${point.x},${point.y}`).join(' ')}"/>`,
    ...at.map(
      (point, place) =>
        `<circle class="dot" cx="${point.x}" cy="${point.y}" r="3"><title>${escaped(`${points[place]?.label}: ${digits(points[place]?.value ?? 0)}`)}</title></circle>`,
    ),
    `<text x="${plot.left}" y="143">${escaped(points[0]?.label.slice(0, 10) ?? '')}</text>`,
    points.length < 2
      ? ''
      : `<text x="${plot.right}" y="143" text-anchor="end">${escaped(newest?.label.slice(0, 10) ?? '')}</text>`,
  ].join('')
}

const round = (value: number) => Math.round(value * 10) / 10
const digits = (value: number) => Number(value.toPrecision(3)).toString()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
