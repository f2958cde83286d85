import classes from './colour-label.module.css'

/** A name with the colour that belongs to it (categories): a small square, never the only sign. */
export function ColourLabel({ colour, children }: { colour: string | null | undefined; children: string }) {
  return (
    <span className={classes['root']}>
      <span className={classes['square']} style={{ background: colour ?? '#d1d5db' }} aria-hidden />
      <span className={classes['name']}>{children}</span>
    </span>
  )
}
