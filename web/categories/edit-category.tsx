import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { type Category, updateCategory } from '../../contract/categories.ts'
import { ColorLabel } from '../ui/color-label.tsx'
import { mergeByField } from '../kit/conflict-strategy.ts'
import { toastDone } from '../kit/toast.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import classes from './categories.module.css'
import { CategoryForm } from './category-form.tsx'
import { refusalToDelete, useDeleteCategory } from './delete-category.ts'

/** The form of an existing category. */
export function EditCategory({ category }: { category: Category }) {
  const navigate = useNavigate()
  const remove = useDeleteCategory()
  const refusal = refusalToDelete(category)
  const reason = useId()
  const fields = useFields(updateCategory, {
    initial: valuesOf(category),
    toInput: (values) => ({ id: category.id, ...values }),
    draft: useDraft(`category ${category.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Category),
    strategy: mergeByField({
      name: 'Category Name',
      description: 'Description',
      color: { name: 'Color', show: (color) => <ColorLabel color={color}>{color}</ColorLabel> },
    }),
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save category',
    onDone: async ({ name }) => {
      toastDone(`${name} was saved`)
      await navigate({ to: '/categories' })
    },
  })
  const onDelete = async () => {
    if (await remove(category)) await navigate({ to: '/categories' })
  }
  return (
    <CategoryForm
      state={state}
      submitLabel="Update Category"
      aside={
        <>
          <Button
            variant="subtle"
            color="var(--oh-red)"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            aria-disabled={refusal ? true : undefined}
            {...(refusal ? { 'aria-describedby': reason } : {})}
            className={classes['delete']}
            onClick={refusal ? undefined : () => void onDelete()}
          >
            Delete
          </Button>
          {refusal && (
            <p id={reason} className={classes['reason']}>
              {refusal}
            </p>
          )}
        </>
      }
    />
  )
}

/**
 * The version is one of the values: it identifies the record that the fields were filled from, even if the screen has
 * refetched since.
 */
function valuesOf({ name, description, color, version }: Category) {
  return { name, description: description ?? '', color, version }
}
