import { Radio, type RadioGroupProps } from '@mantine/core'

/** The condition in which units come back: available, or on hold. */
export function ConditionChoice(group: Omit<RadioGroupProps, 'children' | 'label'>) {
  return (
    <Radio.Group label="Condition" {...group}>
      <Radio value="available" mt={6} label="Good" description="Back in available stock" data-autofocus />
      <Radio value="held" mt={6} label="Needs inspection" description="On hold until released" />
    </Radio.Group>
  )
}
