import { Button } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { counted } from '../../contract/counted-nouns.ts'
import { listProducts } from '../../contract/products.ts'
import type { OrderLineValues } from '../orders/order-line.ts'
import classes from '../orders/order-lines.module.css'
import { useRead } from '../kit/api.ts'
import { ofSupplier, reorderLines } from './reorder.ts'

type ReorderButtonProps = Readonly<{
  supplier_id: string
  lines: readonly OrderLineValues[]
  /** Where the new lines are expected; null for the default location. */
  location_id: string | null
  onAdd: (added: readonly OrderLineValues[]) => void
}>

/** Adds the chosen supplier's products that have to be reordered; not shown if there are none. */
export function ReorderButton({ supplier_id, lines, location_id, onAdd }: ReorderButtonProps) {
  const { data } = useRead(listProducts, ofSupplier(supplier_id), { enabled: supplier_id !== '' })
  const added = supplier_id === '' ? [] : reorderLines(data?.items ?? [], lines, location_id)
  if (added.length === 0) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconRefreshAlert size={15} />}
        onClick={() => onAdd(added)}
      >
        Add {counted(added.length, 'product')} to reorder
      </Button>
      <span className={classes['note']}>
        Fills backorders and each to twice its minimum, counting what is on its way
      </span>
    </>
  )
}
