import { checkProductDeletions, deleteProducts, restoreProducts } from '../../contract/product-deletions.ts'
import { byCount, counted } from '../../contract/counted-nouns.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { call } from '../kit/call.ts'
import { cannot } from '../kit/cannot.tsx'
import { confirm } from '../kit/confirm.tsx'
import { KeptList, PlanText } from '../kit/kept-list.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { type DeletionPlan, deletionPlan, doneText, planLabel } from './deletion-plan.ts'
import { useDeleteProduct } from './use-product-commands.ts'

type Named = Pick<ProductListItem, 'id' | 'name'>

/**
 * Checks what deleting these products would do, shows it, and deletes and archives those that can be. Returns whether
 * any is gone from the list.
 */
export function useDeleteProducts(): (products: readonly Named[]) => Promise<boolean> {
  const removeOne = useDeleteProduct()
  return async (products) => {
    const [only] = products
    if (only && products.length === 1) return removeOne(only)
    try {
      const { products: checked } = await call(checkProductDeletions, { product_ids: products.map(({ id }) => id) })
      const plan = deletionPlan(products, checked)
      if (!(await ask(plan))) return false
      await applyPlan(plan)
      return true
    } catch (error) {
      toastFailed(error, 'Failed to delete the products')
      return false
    }
  }
}

async function ask(plan: DeletionPlan): Promise<boolean> {
  const { deleted, archived, kept } = plan
  if (deleted.length + archived.length > 0)
    return confirm({
      title: planLabel(plan),
      text: <Plan {...plan} />,
      confirmLabel: planLabel(plan),
      danger: true,
    })
  cannot({ title: `Can’t delete ${counted(kept.length, 'product')}`, text: <KeptList kept={kept} />, ways: [] })
  return false
}

/** Deletes and archives them, and offers to restore the archived ones. */
async function applyPlan(plan: DeletionPlan): Promise<void> {
  const { deleted, archived } = plan
  await act(deleteProducts, { product_ids: [...deleted, ...archived] })
  toastDone(
    doneText(plan),
    archived.length === 0
      ? {}
      : {
          undo: () => act(restoreProducts, { product_ids: [...archived] }),
          undone: `${counted(archived.length, 'product')} restored`,
        },
  )
}

function Plan({ deleted, archived, kept }: DeletionPlan) {
  return (
    <PlanText>
      {deleted.length > 0 && (
        <p>
          {byCount(deleted.length, {
            one: '{count} product without a history will be deleted. This can’t be undone.',
            other: '{count} products without a history will be deleted. This can’t be undone.',
          })}
        </p>
      )}
      {archived.length > 0 && (
        <p>
          {byCount(archived.length, {
            one: '{count} product has a history and will be archived: hidden from lists, with its history kept. It can be restored.',
            other:
              '{count} products have a history and will be archived: hidden from lists, with their history kept. They can be restored.',
          })}
        </p>
      )}
      {kept.length > 0 && (
        <>
          <p>
            {byCount(kept.length, {
              one: '{count} product can’t be deleted now and stays:',
              other: '{count} products can’t be deleted now and stay:',
            })}
          </p>
          <KeptList kept={kept} />
        </>
      )}
    </PlanText>
  )
}
