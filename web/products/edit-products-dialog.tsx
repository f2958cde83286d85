import { counted } from '../../contract/counted-nouns.ts'
import { type EditedField, editProducts } from '../../contract/product-edits.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
import { act } from '../kit/use-command.ts'
import { useFields } from '../kit/use-fields.ts'
import { type CommandFormState, useSubmit } from '../kit/use-submit.ts'
import { formatMoney } from '../ui/money.ts'
import { Select } from '../ui/select.tsx'
import { CategoryPicker } from './category-picker.tsx'
import classes from './edit-products.module.css'
import {
  type EditedValues,
  editsNothing,
  editsOf,
  isRelative,
  type PriceChange,
  priceAfter,
  problemsOf,
  unedited,
} from './edited-values.ts'
import { fieldLabel } from './product-labels.ts'
import { SupplierPicker } from './supplier-picker.tsx'

type EditProductsDialogProps = Readonly<{
  products: readonly ProductListItem[]
  opened: boolean
  onClose: () => void
  /** Called once they are saved. */
  onChanged: () => void
}>

const priceChanges: { value: PriceChange; label: string }[] = [
  { value: 'keep', label: 'No change' },
  { value: 'set', label: 'Set to' },
  { value: 'raise', label: 'Raise by' },
  { value: 'lower', label: 'Lower by' },
]

/** Changes the category, supplier, price or minimum of several products. */
export function EditProductsDialog({ opened, onClose, ...rest }: EditProductsDialogProps) {
  return (
    <Dialog title="Edit Products" subject={counted(rest.products.length, 'product')} opened={opened} onClose={onClose}>
      <Form {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Form({ products, onClose, onChanged }: Omit<EditProductsDialogProps, 'opened'>) {
  const fields = useFields(editProducts, {
    initial: unedited,
    toInput: (values) => ({ products: editsOf(products, values) }),
    check: (values) => problemsOf(products, values),
    fieldNames: (path) => path.replace(/^products\.\d+\.(?=.)/, ''),
  })
  const state = useSubmit(fields, {
    fallback: 'Failed to update the products',
    onDone: (answer, values) => {
      onClose()
      onChanged()
      const edited = changedFields(values)
      toastDone(`${counted(answer.products.length, 'product')} updated`, {
        undo: () => act(editProducts, { products: answer.products.map((product) => before(product, edited)) }),
        undone: 'The products are as they were before',
      })
    },
  })
  const { field, values } = state
  return (
    <CommandForm
      state={state}
      submitLabel={`Update ${counted(products.length, 'product')}`}
      onCancel={onClose}
      disabled={editsNothing(values)}
    >
      <FieldGrid>
        <CategoryPicker keeping data-autofocus {...field('category_id')} />
        <SupplierPicker keeping {...field('supplier_id')} />
      </FieldGrid>
      <PriceFields state={state} products={products} />
      <NumberField label={fieldLabel('min_stock_level')} placeholder="No change" {...field('min_stock_level')} />
    </CommandForm>
  )
}

type PriceFieldsProps = Readonly<{
  state: Pick<CommandFormState<EditedValues>, 'field' | 'values' | 'form'>
  products: readonly ProductListItem[]
}>

/** How the prices change, and for a percentage what that makes of the first one. */
function PriceFields({ state: { field, values, form }, products: [first] }: PriceFieldsProps) {
  const { price_change, price } = values
  const byPercent = isRelative(price_change)
  const after = byPercent && first ? priceAfter(first, values) : null
  return (
    <div>
      <FieldGrid>
        <Select
          label={fieldLabel('price')}
          data={priceChanges}
          allowDeselect={false}
          {...field('price_change')}
          onChange={(value) => form.setValues({ price_change: value as PriceChange, price: '' })}
        />
        {price_change !== 'keep' && (
          <NumberField
            label={byPercent ? 'Percent' : 'New price'}
            {...(byPercent ? { rightSection: '%' } : { money: true, step: 0.01 })}
            {...field('price')}
          />
        )}
      </FieldGrid>
      {first && typeof price === 'number' && typeof after === 'number' && (
        <p className={classes['example']}>
          {first.name}: {formatMoney(first.price)} → {formatMoney(after)}
        </p>
      )}
    </div>
  )
}

function changedFields({ category_id, supplier_id, price_change, min_stock_level }: EditedValues): EditedField[] {
  return [
    ...(category_id ? ['category_id' as const] : []),
    ...(supplier_id ? ['supplier_id' as const] : []),
    ...(price_change === 'keep' ? [] : ['price' as const]),
    ...(min_stock_level === '' ? [] : ['min_stock_level' as const]),
  ]
}

type Answered = Awaited<ReturnType<typeof act<typeof editProducts>>>['products'][number]

/** Saves a product's fields as they were, unless it has been changed since. */
function before({ id, version, before: values }: Answered, edited: readonly EditedField[]) {
  return { id, version, ...Object.fromEntries(edited.map((name) => [name, values[name]])) }
}
