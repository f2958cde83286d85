import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { categoryPalette, createCategory, readNextCategoryColor } from '../../contract/categories.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { useRead } from '../kit/api.ts'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { RecordFrame } from '../kit/record-page.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useDraft } from '../kit/use-draft.ts'
import { useFields } from '../kit/use-fields.ts'
import { useSubmit } from '../kit/use-submit.ts'
import { CategoryForm } from './category-form.tsx'

/** Adds a category; its color starts as the least used one. */
export function NewCategoryPage() {
  const next = useRead(readNextCategoryColor, {})
  // Taken once: if someone else adds a category in the meantime, the visible color must not change.
  const [color, setColor] = useState<string | null>(null)
  if (color === null && !next.isFetching) setColor(next.data?.color ?? categoryPalette[0])
  if (color === null) return <FormSkeleton />
  return (
    <RecordFrame breadcrumb={[{ label: 'Categories', to: '/categories' }]} title="Add Category">
      <NewCategory color={color} />
    </RecordFrame>
  )
}

function NewCategory({ color }: { color: string }) {
  const navigate = useNavigate()
  const fields = useFields(createCategory, {
    initial: { name: '', description: '', color },
    toInput: (values) => values,
    draft: useDraft('category'),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to create category',
    onDone: async ({ id, name }) => {
      toastDone(`${name} was added`, { open: recordAddress('category', id) })
      await navigate({ to: '/categories' })
    },
  })
  return <CategoryForm state={state} submitLabel="Add Category" />
}
