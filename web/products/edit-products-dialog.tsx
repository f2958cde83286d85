import { byCount, counted } from '../../contract/counted-nouns.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { type EditedField, editProducts } from '../../contract/product-edits.ts'
import type { ProductListItem } from '../../contract/products.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { toastDone } from '../kit/toast.tsx'
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
import { undoEdit } from './undo-edit.ts'

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
      const changed = answer.products.filter((product) => product.changed)
      if (changed.length === 0) return toastDone(nothingChanged(answer.products.length))
      const edited = changedFields(values)
      toastDone(updatedText(changed.length, answer.products.length), {
        undo: () =>
          undoEdit(
            changed.map((product) => before(product, edited)),
            products,
          ),
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

/** How the prices change, and for a percentage what that makes of the first one that changes. */
function PriceFields({ state: { field, values, form }, products }: PriceFieldsProps) {
  const { price_change } = values
  const byPercent = isRelative(price_change)
  const isValid = byPercent && problemsOf([], values).price === undefined
  const first = isValid ? (products.find((one) => priceAfter(one, values) !== one.price) ?? products[0]) : undefined
  const after = first ? priceAfter(first, values) : null
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
            {...(byPercent ? { percent: true } : { money: true, step: 0.01 })}
            {...field('price')}
          />
        )}
      </FieldGrid>
      {first && typeof after === 'number' && (
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

type Answered = OutputOf<typeof editProducts>['products'][number]

/** Saves a product's fields as they were, unless it has been changed since. */
function before({ id, version, before: values }: Answered, edited: readonly EditedField[]) {
  return { id, version, ...Object.fromEntries(edited.map((name) => [name, values[name]])) }
}

/** "400 products updated"; "1 of 2 products updated" if the others had these values. */
function updatedText(changed: number, all: number): string {
  return changed === all
    ? `${counted(all, 'product')} updated`
    : `${formatQuantity(changed)} of ${counted(all, 'product')} updated`
}

const nothingChanged = (all: number) =>
  byCount(all, {
    one: 'Nothing changed: the product already has these values',
    other: 'Nothing changed: the {count} products already have these values',
  })
