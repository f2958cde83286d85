import classes from './color-label.module.css'

/** A name with its color (categories): a small square, never the only sign. */
export function ColorLabel({ color, children }: { color: string | null | undefined; children: string }) {
  return (
    <span className={classes['root']}>
      <span className={classes['square']} style={{ background: color ?? '#d1d5db' }} aria-hidden />
      <span className={classes['name']}>{children}</span>
    </span>
  )
}
