import type { Product } from '../../contract/products.ts'
import { Link } from '../ui/link.tsx'
import classes from './product-page.module.css'

export function CategoryBadge({ category }: { category: Product['category'] }) {
  if (!category) return null
  return (
    <Link to={`/products?category=${category.id}`} className={classes['category']}>
      <span className={classes['square']} style={{ background: category.color }} aria-hidden />
      <span className={classes['categoryName']} title={category.name}>
        {category.name}
      </span>
    </Link>
  )
}
