import { useDisclosure } from '@mantine/hooks'
import { counted } from '../../contract/counted-nouns.ts'
import { listProducts, readProductSummary } from '../../contract/products.ts'
import { useRead } from '../kit/api.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { useUrlState } from '../kit/url-state.ts'
import { PrintLabelsButton } from '../labels/print-labels-button.tsx'
import { PrintLabelsDialog } from './print-labels-dialog.tsx'
import { isNarrowed, productsInput } from './product-filters.tsx'

const shown = { q: '', sort: '', filter: '', category: '', supplier: '', location: '', archived: '' }

/** Labels of all products that the list shows now. Archived ones need none. */
export function ListLabels() {
  const [address] = useUrlState(shown)
  const [opened, { open, close }] = useDisclosure(false)
  const narrowed = isNarrowed(address)
  const summary = useRead(readProductSummary, {})
  const input = productsInput(address, null)
  // The same read as the list's own: it is requested once.
  const found = useInfiniteRead(listProducts, input, { enabled: narrowed })
  const count = found.data?.pages[0]?.count
  const products = narrowed ? (count?.is_exact ? count.products : null) : (summary.data?.products ?? null)
  if (address.archived || products === 0) return null
  return (
    <>
      <PrintLabelsButton named visibleFrom="sm" onClick={open} />
      <PrintLabelsDialog
        of={input}
        subject={products === null ? undefined : counted(products, 'product')}
        products={products}
        opened={opened}
        onClose={close}
      />
    </>
  )
}
