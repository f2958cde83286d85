import type { Measured } from './processor-time.ts'

/** A figure with its name. */
export type Line = Measured & { line: string }

/** The processor time of each line's requests, as a table; empty if the system doesn't report it. */
export function processorTimesText(lines: readonly Line[]): string {
  const measured = lines.filter(({ processor }) => processor !== null)
  if (measured.length === 0) return ''
  const column = (used = 0, width = 0) => used.toFixed(2).padStart(width)
  return [
    '\nProcessor milliseconds per request',
    '                                                            requests      Node  PostgreSQL',
    ...measured.map(
      ({ line, answers, processor }) =>
        `  ${line.padEnd(58)} ${String(answers).padStart(7)} ${column(processor?.nodeMs, 9)} ${column(processor?.postgresqlMs, 11)}`,
    ),
    '',
  ].join('\n')
}
