import { Button } from '@mantine/core'
import { counted, nounFor } from '../../contract/counted-nouns.ts'
import type { Category } from '../../contract/categories.ts'
import { DeleteButton } from '../kit/delete-button.tsx'
import { RecordCard } from '../kit/record-card.tsx'
import { Link } from '../ui/link.tsx'
import { Quantity } from '../ui/tabular.tsx'
import classes from './categories.module.css'
import { refusalToDelete } from './delete-category.ts'

/** `onDelete` is missing for members who can only read. */
export function CategoryCard({ category, onDelete }: { category: Category; onDelete?: () => void }) {
  return (
    <RecordCard
      to={`/categories/${category.id}`}
      color={category.color}
      title={category.name}
      text={<span className={classes['description']}>{category.description ?? 'No description'}</span>}
      actions={
        <div className={classes['foot']}>
          <ProductCount category={category} words />
          {onDelete && (
            <>
              <Button
                component={Link}
                to={`/categories/${category.id}`}
                variant="default"
                size="compact-md"
                aria-label={`Edit ${category.name}`}
              >
                Edit
              </Button>
              <DeleteButton of={category.name} refusal={refusalToDelete(category)} onClick={onDelete} />
            </>
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
