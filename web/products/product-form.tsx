import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
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
import { type ProductField, productLabels } from './product-labels.ts'
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
}>

const decimals = [
  { value: '0', label: 'Whole units' },
  { value: '1', label: '1 decimal' },
  { value: '2', label: '2 decimals' },
  { value: '3', label: '3 decimals' },
  { value: '4', label: '4 decimals' },
]

/** The editable data of a product, for create and edit. */
export function ProductForm({ state, stockElsewhere, fallbackLocation, product_id, ...frame }: ProductFormProps) {
  const field = (name: ProductField) => ({ label: productLabels[name], ...state.field(name) })
  return (
    <CommandForm state={state} {...frame} sticky>
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
              description="Leave empty if unknown. The first receipt fills it in"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              money
              step={0.01}
              placeholder="Unknown"
              {...field('cost_price')}
            />
          </FieldGrid>
        </Card>
        <Card title="Stock">
          <div className={classes['fields']}>
            <FieldGrid columns={3}>
              <NumberField
                required
                description={stockElsewhere}
                disabled={stockElsewhere !== undefined}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                {...field('stock_quantity')}
              />
              <NumberField {...field('min_stock_level')} />
              <Select allowDeselect={false} data={decimals} {...field('quantity_decimals')} />
            </FieldGrid>
            <LocationNameField fallback={fallbackLocation} {...field('location')} />
            <AdditionalLocations state={state} />
          </div>
        </Card>
        <Card title="Picture and purchase">
          <div className={classes['fields']}>
            <ImageField state={state} />
            <PurchaseUrlField state={state} product_id={product_id} />
          </div>
        </Card>
      </div>
    </CommandForm>
  )
}
