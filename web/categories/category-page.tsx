import { useParams } from '@tanstack/react-router'
import { readCategory } from '../../contract/categories.ts'
import { Comments } from '../comments/comments.tsx'
import { useRead } from '../kit/api.ts'
import { FormSkeleton } from '../kit/form-skeleton.tsx'
import { RecordPage } from '../kit/record-page.tsx'
import { useMay } from '../kit/use-may.ts'
import { RecordHistory } from '../kit/record-history.tsx'
import classes from './categories.module.css'
import { EditCategory } from './edit-category.tsx'

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
      skeleton={<FormSkeleton />}
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
