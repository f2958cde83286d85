import { Radio, type RadioGroupProps } from '@mantine/core'

type GoodsAreProps = Omit<RadioGroupProps, 'children' | 'label'> & {
  /** What they are good for, where they are: "sold again". */
  goodFor: string
}

/** In which state goods come back: into what is available, or held. */
export function GoodsAre({ goodFor, ...group }: GoodsAreProps) {
  return (
    <Radio.Group label="Condition" {...group}>
      <Radio value="available" mt={6} label="Good" description={`Available to be ${goodFor}`} data-autofocus />
      <Radio value="held" mt={6} label="Needs inspection" description="On hold until released" />
    </Radio.Group>
  )
}
