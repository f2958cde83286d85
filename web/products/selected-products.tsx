import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconTag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { deleteProducts } from '../../contract/product-deletions.ts'
import { editProducts } from '../../contract/product-edits.ts'
import type { listProducts, ProductListItem } from '../../contract/products.ts'
import { useMay } from '../kit/use-may.ts'
import { EditProductsDialog } from './edit-products-dialog.tsx'
import { useDeleteProducts } from './use-delete-products.tsx'
import { PrintLabelsDialog } from './print-labels-dialog.tsx'

type SelectedProductsProps = Readonly<{
  products: readonly ProductListItem[]
  /** What lists exactly these products, if the list has no others. */
  listed: InputOf<typeof listProducts> | null
  /** They were changed: the selection has served its purpose. */
  onChanged: () => void
}>

/** What can be done with the selected products. */
export function SelectedProducts({ products, listed, onChanged }: SelectedProductsProps) {
  const mayEdit = useMay(editProducts) === true
  const mayDelete = useMay(deleteProducts) === true
  const deleteThem = useDeleteProducts()
  const [isEditing, edit] = useDisclosure(false)
  // Those that it was opened with. A deleted one leaves the selection; once it is saved, all may leave the list.
  const [edited, setEdited] = useState<readonly ProductListItem[]>([])
  const still = edited.flatMap((one) => products.find(({ id }) => id === one.id) ?? [])
  const current = still.length > 0 ? still : edited
  const open = () => {
    setEdited(products)
    edit.open()
  }
  const [isPrinting, print] = useDisclosure(false)
  return (
    <>
      {mayEdit && (
        <Button size="compact-md" leftSection={<IconPencil size={15} stroke={1.8} />} onClick={open}>
          Edit
        </Button>
      )}
      <Button size="compact-md" variant="default" leftSection={<IconTag size={15} stroke={1.8} />} onClick={print.open}>
        Print Labels
      </Button>
      {mayDelete && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconTrash size={15} stroke={1.8} />}
          onClick={() => void deleteThem(products).then((isGone) => isGone && onChanged())}
        >
          Delete
        </Button>
      )}
      <EditProductsDialog products={current} opened={isEditing} onClose={edit.close} onChanged={onChanged} />
      <PrintLabelsDialog
        of={listed ?? { product_ids: products.map(({ id }) => id) }}
        subject={counted(products.length, 'product')}
        products={products.length}
        opened={isPrinting}
        onClose={print.close}
      />
    </>
  )
}
