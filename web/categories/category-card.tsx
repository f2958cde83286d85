import { Button } from '@mantine/core'
import { counted, nounFor } from '../../contract/counted-nouns.ts'
import type { Category } from '../../contract/categories.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { RecordCard } from '../kit/record-card.tsx'
import { type RowAction, RowActions } from '../kit/row-actions.tsx'
import { Link } from '../ui/link.tsx'
import { Quantity } from '../ui/tabular.tsx'
import classes from './categories.module.css'

/** `deletion`, in the card's menu, is missing for members who can only read. */
export function CategoryCard({ category, deletion }: { category: Category; deletion?: RowAction }) {
  return (
    <RecordCard
      to={recordAddress('category', category.id)}
      color={category.color}
      title={category.name}
      text={<span className={classes['description']}>{category.description ?? 'No description'}</span>}
      {...(deletion ? { menu: <RowActions of={category.name} actions={[deletion]} /> } : {})}
      actions={
        <div className={classes['foot']}>
          <ProductCount category={category} words />
          {deletion && (
            <Button
              component={Link}
              to={recordAddress('category', category.id)}
              variant="default"
              size="compact-md"
              aria-label={`Edit ${category.name}`}
            >
              Edit
            </Button>
          )}
        </div>
      }
    />
  )
}

/** How many products a category has; the number leads to them. */
export function ProductCount({
  category: { id, product_count },
  words = false,
}: {
  category: Category
  words?: boolean
}) {
  const unit = nounFor(product_count, 'product')
  const text = words ? (
    <>
      <Quantity value={product_count} /> {unit}
    </>
  ) : (
    <Quantity value={product_count} zeroAsDash />
  )
  if (product_count === 0) return <span className={classes['count']}>{text}</span>
  return (
    <Link to={`/products?category=${id}`} className={classes['count']} aria-label={counted(product_count, 'product')}>
      {text}
    </Link>
  )
}
