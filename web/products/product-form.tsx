import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { uploadFile } from '../../contract/files.ts'
import { useCommand } from '../kit/api.ts'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import { NumberField } from '../kit/number-field.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { Card } from '../ui/card.tsx'
import { AdditionalLocations } from './additional-locations.tsx'
import { CategoryPicker } from './category-picker.tsx'
import { ImageField } from './image-field.tsx'
import { LocationNameField } from './location-name-field.tsx'
import classes from './product-form.module.css'
import { codeFields } from './product-codes.ts'
import { type ProductField, fieldLabel } from './product-labels.ts'
import type { ProductValues } from './product-values.ts'
import { PurchaseUrlField } from './purchase-url-field.tsx'
import { SupplierPicker } from './supplier-picker.tsx'
import { Select } from '../ui/select.tsx'

type ProductFormProps = Readonly<{
  state: CommandFormState<ProductValues>
  submitLabel: string
  onCancel: () => void
  /** "Delete Product", on an edit. */
  aside?: ReactNode
  /** Why stock can't be edited here, with a link to where it can. */
  stockElsewhere?: ReactNode
  /** The default location, shown if none is named. */
  fallbackLocation?: string | undefined
  /** The product being edited. */
  product_id?: string
  /** Its location, as saved. */
  savedLocation?: string | undefined
}>

const decimals = [
  { value: '0', label: 'Whole units' },
  { value: '1', label: '1 decimal' },
  { value: '2', label: '2 decimals' },
  { value: '3', label: '3 decimals' },
  { value: '4', label: '4 decimals' },
]

/** The editable data of a product, for create and edit. */
export function ProductForm(props: ProductFormProps) {
  const { state, submitLabel, onCancel, aside, product_id } = props
  const upload = useCommand(uploadFile)
  const field = labeledFields(state)
  return (
    <CommandForm
      state={state}
      onCancel={onCancel}
      aside={aside}
      submitLabel={upload.pending ? 'Uploading image...' : submitLabel}
      disabled={upload.pending}
      sticky
    >
      <div className={classes['root']}>
        <Card title="Product">
          <div className={classes['fields']}>
            <TextInput required data-autofocus {...field('name')} />
            <FieldGrid>
              {codeFields.map(({ code, label: _, ...asked }) => (
                <TextInput
                  key={code}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  spellCheck={false}
                  {...asked}
                  {...field(code)}
                />
              ))}
              <CategoryPicker {...field('category_id')} />
              <SupplierPicker {...field('supplier_id')} />
            </FieldGrid>
            <Textarea rows={3} autosize minRows={3} maxRows={8} {...field('description')} />
          </div>
        </Card>
        <Card title="Price">
          <FieldGrid>
            <NumberField required money step={0.01} {...field('price')} />
            <NumberField
              description="Leave blank if unknown. The first receipt fills it in."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              money
              step={0.01}
              placeholder="Unknown"
              {...field('cost_price')}
            />
          </FieldGrid>
        </Card>
        <StockCard {...props} />
        <Card title="Image and Purchase">
          <div className={classes['fields']}>
            <ImageField state={state} upload={upload} />
            <PurchaseUrlField state={state} product_id={product_id} />
          </div>
        </Card>
      </div>
    </CommandForm>
  )
}

function StockCard({ state, stockElsewhere, fallbackLocation, savedLocation }: ProductFormProps) {
  const field = labeledFields(state)
  const { stock_quantity, stock_seen } = state.values
  return (
    <Card title="Stock">
      <div className={classes['fields']}>
        <FieldGrid columns={3}>
          <NumberField
            required
            description={stockElsewhere}
            // A quantity typed before the stock was spread stays, to be refused with the reason.
            disabled={stockElsewhere !== undefined && stock_quantity === stock_seen}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...field('stock_quantity')}
          />
          <NumberField {...field('min_stock_level')} />
          <Select allowDeselect={false} data={decimals} {...field('quantity_decimals')} />
        </FieldGrid>
        <LocationNameField fallback={fallbackLocation} saved={savedLocation} {...field('location')} />
        <AdditionalLocations state={state} />
      </div>
    </Card>
  )
}

/** The props of a field, with its label. */
function labeledFields(state: CommandFormState<ProductValues>) {
  return (name: ProductField) => ({ label: fieldLabel(name), ...state.field(name) })
}
