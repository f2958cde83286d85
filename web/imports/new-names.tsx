import { formatQuantity } from '../../contract/quantity.ts'
import classes from './imports.module.css'

const shownAtMost = 24

/** Categories or locations that don't exist yet and will be created. */
export function NewNames({ title, names, total }: { title: string; names: readonly string[]; total: number }) {
  if (total === 0) return null
  const shown = names.slice(0, shownAtMost)
  return (
    <section className={classes['names']} aria-label={title}>
      <h3 className={classes['quiet']}>{title}</h3>
      <ul>
        {shown.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {total > shown.length && <li data-rest>and {formatQuantity(total - shown.length)} more</li>}
      </ul>
    </section>
  )
}
