import { formatQuantity } from '../../contract/quantity.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import type { Tone } from '../ui/status-badge.tsx'
import classes from './status-counts.module.css'

export type StatusCount = Readonly<{ label: string; count: number; tone: Tone; to: string }>

type StatusCountsProps = Readonly<{ title: string; to: string; total: number; counts: readonly StatusCount[] }>

/** The count of each status: a bar for a quick look, and the numbers, each leading to its records. */
export function StatusCounts({ title, to, total, counts }: StatusCountsProps) {
  return (
    <Card title={title} aside={<Link to={to}>View All</Link>}>
      <p className={classes['total']}>
        <strong>{formatQuantity(total)}</strong> total
      </p>
      <div className={classes['bar']} aria-hidden>
        {counts.map(
          ({ label, count, tone }) => count > 0 && <span key={label} data-tone={tone} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul className={classes['counts']}>
        {counts.map(({ label, count, tone, to: there }) => (
          <li key={label}>
            <Link to={there} className={classes['count']}>
              <span className={classes['dot']} data-tone={tone} aria-hidden />
              <span>{label}</span>
              <strong>{formatQuantity(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
