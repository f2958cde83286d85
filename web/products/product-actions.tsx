import { Button } from '@mantine/core'
import { IconArrowsExchange, IconExternalLink, IconPencil } from '@tabler/icons-react'
import type { Product } from '../../contract/products.ts'
import { PrintLabelsButton } from '../labels/print-labels-button.tsx'

type ActionsProps = Readonly<{
  product: Product
  mayStock: boolean | undefined
  mayEdit: boolean | undefined
  onTransfer: () => void
  onEdit: () => void
  onLabels: () => void
}>

export function ProductActions({ product, mayStock, mayEdit, onTransfer, onEdit, onLabels }: ActionsProps) {
  return (
    <>
      {product.purchase_url && (
        <Button
          component="a"
          href={product.purchase_url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} stroke={1.6} />}
        >
          Purchase from Supplier
        </Button>
      )}
      <PrintLabelsButton onClick={onLabels} />
      {mayStock && !product.archived_at && (
        <Button variant="default" leftSection={<IconArrowsExchange size={16} stroke={1.6} />} onClick={onTransfer}>
          Transfer
        </Button>
      )}
      {mayEdit && !product.archived_at && (
        <Button variant="default" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onEdit}>
          Edit Product
        </Button>
      )}
    </>
  )
}
