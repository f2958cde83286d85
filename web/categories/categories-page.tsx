import { Button } from '@mantine/core'
import { IconCategory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type Category, listCategories } from '../../contract/categories.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import type { Column } from '../kit/columns.ts'
import { ListPage } from '../kit/list-page.tsx'
import type { RowAction } from '../kit/row-actions.tsx'
import { useMay } from '../kit/use-may.ts'
import { ColorLabel } from '../ui/color-label.tsx'
import { Link } from '../ui/link.tsx'
import { CategoryCard, ProductCount } from './category-card.tsx'
import { CategoryLine } from './category-line.tsx'
import { refusalToDelete, useDeleteCategory } from './delete-category.ts'

const columns: readonly Column<Category>[] = [
  {
    id: 'name',
    header: 'Category',
    cell: ({ color, name }) => <ColorLabel color={color}>{name}</ColorLabel>,
    link: true,
    minWidth: 200,
  },
  { id: 'description', header: 'Description', cell: ({ description }) => description, minWidth: 240, priority: 2 },
  {
    id: 'product_count',
    header: 'Products',
    cell: (category) => <ProductCount category={category} />,
    width: 110,
    align: 'right',
  },
]

export function CategoriesPage() {
  const navigate = useNavigate()
  const remove = useDeleteCategory()
  const mayWrite = useMay('catalogue.write') === true
  const deletion = (category: Category): RowAction => ({
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    refusal: refusalToDelete(category),
    onClick: () => void remove(category),
  })
  const rowActions = (category: Category): RowAction[] => [
    {
      label: 'Edit',
      icon: IconPencil,
      quick: true,
      shortcut: 'e',
      onClick: () => void navigate({ to: recordAddress('category', category.id) }),
    },
    deletion(category),
  ]
  return (
    <ListPage
      title="Categories"
      subtitle="Group and color-code your products"
      primary={
        mayWrite && (
          <Button component={Link} to="/categories/new" leftSection={<IconPlus size={16} />}>
            Add Category
          </Button>
        )
      }
      endpoint={listCategories}
      input={(url) => ({ search: url['q'] ?? '' })}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowHref={({ id }) => recordAddress('category', id)}
      {...(mayWrite ? { rowActions } : {})}
      columns={columns}
      card={(category) => <CategoryCard category={category} {...(mayWrite ? { deletion: deletion(category) } : {})} />}
      line={(category) => <CategoryLine category={category} {...(mayWrite ? { deletion: deletion(category) } : {})} />}
      views={['grid', 'table']}
      searchPlaceholder="Category name"
      empty={{
        icon: IconCategory,
        title: 'No categories found',
        text: 'Categories group your products and give each group a color.',
        action: mayWrite && (
          <Button component={Link} to="/categories/new">
            Add Your First Category
          </Button>
        ),
      }}
      failed="Failed to load categories"
    />
  )
}
