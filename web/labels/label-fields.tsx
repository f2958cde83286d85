import { Checkbox, Input, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { labelPaperNames, labelPapers, labelsPerPage } from '../../contract/labels.ts'
import { NumberField } from '../kit/number-field.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { Select } from '../ui/select.tsx'
import { type LabelChoices, sheetsFor } from './label-choices.ts'
import { LabelSheet } from './label-sheet.tsx'
import classes from './labels.module.css'

const papers = labelPaperNames.map((value) => ({ value, label: labelPapers[value].name }))
const codes = [
  { value: 'barcode', label: 'Barcode' },
  { value: 'qr', label: 'QR code' },
]

/** What every form for labels has. `first_label` is empty while its field is. */
export type LabelValues = LabelChoices & { first_label: number | string }

type LabelFieldsProps = Readonly<{
  field: CommandFormState['field']
  values: LabelValues
  set: (values: Partial<LabelValues>) => void
  /** How many labels are printed; null if that isn't known. */
  count: number | null
  /** False for labels that can’t have a price. */
  hasPrice?: boolean
  /** The field that says how many of each. */
  children: ReactNode
}>

/** Size, code, number and place of labels. */
export function LabelFields({ field, values, set, count, hasPrice = true, children }: LabelFieldsProps) {
  const paper = labelPapers[values.paper]
  const isSheet = labelsPerPage(paper) > 1
  const first = isSheet && typeof values.first_label === 'number' ? values.first_label : 1
  return (
    <>
      <Select
        label="Label size"
        data={papers}
        allowDeselect={false}
        {...field('paper')}
        onChange={(value) => set({ paper: value as LabelChoices['paper'], first_label: 1 })}
      />
      <Input.Wrapper label="Code" labelElement="div">
        <SegmentedControl fullWidth aria-label="Code" data={codes} {...field('code')} />
      </Input.Wrapper>
      {children}
      {hasPrice && (
        <Checkbox
          label="Include price"
          checked={values.with_price}
          onChange={(event) => set({ with_price: event.currentTarget.checked })}
        />
      )}
      {isSheet && (
        <div className={classes['place']}>
          <NumberField
            label="Start at label"
            description="For a partly used sheet. Labels are counted from the top left, row by row."
            min={1}
            steppers
            {...field('first_label')}
          />
          <LabelSheet paper={paper} first={first} count={count} onChoose={(first_label) => set({ first_label })} />
        </div>
      )}
      {count !== null && (
        <p className={classes['count']} role="status">
          {counted(count, 'label')}
          {isSheet && ` on ${counted(sheetsFor(count, values.paper, first), 'sheet')}`}
        </p>
      )}
    </>
  )
}
