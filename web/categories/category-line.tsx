import type { Category } from '../../contract/categories.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordLine } from '../kit/record-line.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import classes from './categories.module.css'
import { ProductCount } from './category-card.tsx'

/** A compact category for phones; `deletion` is missing for members who can only read. */
export function CategoryLine({ category, deletion }: { category: Category; deletion?: RowAction }) {
  const { id, name, color, description } = category
  return (
    <RecordLine
      to={recordAddress('category', id)}
      picture={<span className={classes['color']} style={{ background: color }} aria-hidden />}
      title={name}
      text={description ?? 'No description'}
      aside={<ProductCount category={category} words />}
      {...(deletion ? { menu: <RowActions of={name} actions={[deletion]} /> } : {})}
    />
  )
}
