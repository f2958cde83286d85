import { Button, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type Category, readCategory, updateCategory } from '../../contract/categories.ts'
import { ColorLabel } from '../ui/color-label.tsx'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { RecordPage } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useMay } from '../kit/use-may.ts'
import { useConflict } from '../kit/use-conflict.ts'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import classes from './categories.module.css'
import { CategoryForm } from './category-form.tsx'
import { refusalToDelete, useDeleteCategory } from './delete-category.ts'

const back = { label: 'Categories', to: '/categories' }

/** Edits one category. */
export function CategoryPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useRead(readCategory, { id })
  const mayWrite = useMay('catalogue.write') !== false
  return (
    <RecordPage
      breadcrumb={[back]}
      query={query}
      head={({ name }) => (mayWrite ? { title: 'Edit Category', subtitle: name } : { title: name })}
      record={{ kind: 'category', id }}
      notFound={{
        title: 'Category Not Found',
        text: "The category you're looking for doesn't exist.",
        back: { ...back, label: 'Back to Categories' },
      }}
      failed="Failed to load category"
    >
      {(category) => (
        <>
          <EditCategory key={category.id} category={category} />
          <div className={classes['below']}>
            <Comments record_type="category" record_id={category.id} />
            <RecordHistory record_id={category.id} />
          </div>
        </>
      )}
    </RecordPage>
  )
}

function EditCategory({ category }: { category: Category }) {
  const navigate = useNavigate()
  const remove = useDeleteCategory()
  const refusal = refusalToDelete(category)
  const fields = useFields(updateCategory, {
    initial: valuesOf(category),
    toInput: (values) => ({ id: category.id, ...values }),
    draft: useDraft(`category ${category.id}`),
  })
  const conflict = useConflict(fields, {
    fromRecord: (record) => valuesOf(record as Category),
    names: {
      name: 'Category Name',
      description: 'Description',
      color: { name: 'Color', show: (color) => <ColorLabel color={color}>{color}</ColorLabel> },
    },
  })
  const state = useSubmit(fields, {
    conflict,
    fallback: 'Failed to save category',
    onDone: async ({ name }) => {
      toastDone(`"${name}" was saved`)
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
        <Tooltip label={refusal} disabled={!refusal} events={{ hover: true, focus: true, touch: true }}>
          <Button
            variant="subtle"
            color="var(--oh-red)"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            aria-disabled={refusal ? true : undefined}
            className={classes['delete']}
            onClick={refusal ? undefined : () => void onDelete()}
          >
            Delete
          </Button>
        </Tooltip>
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
