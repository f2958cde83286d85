import type { ProductTotals } from '../../contract/products.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

type ProductStatusProps = Readonly<{
  stock: ProductTotals
  archived: boolean
  /** Also shows "In Stock"; a list only marks what needs attention. */
  always?: boolean
}>

/** A product's status at a glance: archived, out, low, or in stock. */
export function ProductStatus({ stock, archived, always = false }: ProductStatusProps) {
  if (archived) return <StatusBadge tone="gray">Archived</StatusBadge>
  if (stock.is_out) return <StatusBadge tone="red">Out of Stock</StatusBadge>
  if (stock.is_low) return <StatusBadge tone="amber">Low Stock</StatusBadge>
  return always ? <StatusBadge tone="green">In Stock</StatusBadge> : null
}
