import { parseArgs } from 'node:util'
import { sizes } from './large/load.ts'

/** What else can be measured besides the table. */
export const parts = ['imports', 'feed', 'orders', 'reads', 'audit-trail', 'sign-ins', 'live'] as const
export type Part = (typeof parts)[number]

/** The parsed options of `npm run bench`. Throws on an unknown option. */
export function benchOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '' },
      seconds: { type: 'string' },
      runs: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '1' },
      only: { type: 'string' },
      'audit-rows': { type: 'string', default: '5000000' },
      northwind: { type: 'string' },
      clients: { type: 'string' },
      size: { type: 'string' },
      data: { type: 'string' },
      read: { type: 'string' },
      json: { type: 'string' },
      draw: { type: 'boolean', default: false },
    },
  })
  const { size, only } = values
  if (size !== undefined && !isSize(size)) throw new Error(`--size must be one of ${Object.keys(sizes).join(', ')}`)
  return {
    ...values,
    size: size !== undefined && isSize(size) ? size : undefined,
    only,
    rows: values.rows.split(',').filter(Boolean),
    seconds: values.seconds === undefined ? undefined : positive('seconds', values.seconds),
    runs: positive('runs', values.runs),
    minutes: positive('minutes', values.minutes),
    auditRows: positive('audit-rows', values['audit-rows']),
  }
}

export type BenchOptions = ReturnType<typeof benchOptions>

export function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name)
}

function isSize(name: string): name is keyof typeof sizes {
  return name in sizes
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`)
  return value
}
