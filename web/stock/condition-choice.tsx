import { Radio, type RadioGroupProps } from '@mantine/core'

type ConditionChoiceProps = Omit<RadioGroupProps, 'children' | 'label'> & {
  /** The use of available units there: "sold again". */
  goodFor: string
}

/** The condition in which units come back: available, or on hold. */
export function ConditionChoice({ goodFor, ...group }: ConditionChoiceProps) {
  return (
    <Radio.Group label="Condition" {...group}>
      <Radio value="available" mt={6} label="Good" description={`Available to be ${goodFor}`} data-autofocus />
      <Radio value="held" mt={6} label="Needs inspection" description="On hold until released" />
    </Radio.Group>
  )
}
