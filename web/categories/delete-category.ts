import { type Category, deleteCategory } from '../../contract/categories.ts'
import { useCommand } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { toastDone, toastFailed } from '../kit/toast.tsx'

/** Why a category can't be deleted now, or null. */
export function refusalToDelete({ product_count }: Category): string | null {
  return product_count > 0 ? 'Cannot delete category with products' : null
}

/** Confirms, deletes, and shows a message. Returns whether the category was deleted. */
export function useDeleteCategory(): (category: Category) => Promise<boolean> {
  const { run } = useCommand(deleteCategory)
  return async ({ id, name }) => {
    const sure = await confirm({
      title: 'Delete Category',
      text: 'Are you sure you want to delete this category?',
      confirmLabel: 'Delete',
      danger: true,
    })
    if (!sure) return false
    try {
      await run({ id })
      toastDone(`${name} was deleted`)
      return true
    } catch (error) {
      toastFailed(error, 'Failed to delete category')
      return false
    }
  }
}
