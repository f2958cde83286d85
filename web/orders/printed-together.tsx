import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import { tooManyOrders } from '../../contract/printed-documents.ts'
import classes from './printed-together.module.css'

/** Buttons that print selected orders; while too many are selected, the limit. */
export function PrintedTogether({ count, children }: { count: number; children: ReactNode }) {
  if (count > limits.documentsPerFile) return <span className={classes['limit']}>{tooManyOrders}</span>
  return children
}

/** Prints documents of the selected orders. */
export function PrintSelected({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-md" variant="default" leftSection={<IconPrinter size={15} stroke={1.8} />} onClick={onClick}>
      {label}
    </Button>
  )
}

/** The ids of orders, as an address has them. */
export const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id).join(',')
