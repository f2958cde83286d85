import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CommandForm } from '../kit/command-form.tsx'
import { FieldGrid } from '../kit/field-grid.tsx'
import type { CommandFormState } from '../kit/use-submit.ts'
import { Card } from '../ui/card.tsx'
import { ColorField } from './color-field.tsx'

export type CategoryValues = { name: string; description: string; color: string }

type CategoryFormProps<V extends CategoryValues> = Readonly<{
  state: CommandFormState<V>
  submitLabel: string
  aside?: ReactNode
}>

/** The fields of a category, the same for a new one and for an edit. */
export function CategoryForm<V extends CategoryValues>({ state, submitLabel, aside }: CategoryFormProps<V>) {
  const navigate = useNavigate()
  return (
    <Card>
      <CommandForm
        state={state}
        submitLabel={submitLabel}
        onCancel={() => void navigate({ to: '/categories' })}
        aside={aside}
      >
        <FieldGrid>
          <TextInput label="Category Name" required data-autofocus {...state.field('name')} />
          <ColorField {...state.field('color')} />
        </FieldGrid>
        <Textarea label="Description" rows={3} {...state.field('description')} />
      </CommandForm>
    </Card>
  )
}
