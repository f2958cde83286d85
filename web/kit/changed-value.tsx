import classes from './changed-value.module.css'
import type { SavedValue } from './save-parts.ts'

/**
 * "Price $18.50 → $19.00": the old value struck through, the new one bold. For an added or removed value, only that
 * one.
 */
export function ChangedValue({ label, before = null, after = null }: SavedValue) {
  const isNew = before === null || before === '–'
  return (
    <span className={classes['root']}>
      {label !== '' && <span className={classes['label']}>{label} </span>}
      {!isNew && <del className={classes['before']}>{before}</del>}
      {!isNew && after !== null && <span aria-hidden> → </span>}
      {after !== null && <ins className={classes['after']}>{after}</ins>}
    </span>
  )
}
