import { Button, Skeleton } from '@mantine/core'
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { readLogo, removeLogo, saveLogo } from '../../contract/logos.ts'
import { messageOf, useCommand, useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { toastDone } from '../kit/toast.tsx'
import { Card } from '../ui/card.tsx'
import classes from './logo-card.module.css'

const megabytes = limits.logoBytes / 1_048_576

type LogoCardProps = Readonly<{ mayEdit: boolean }>

/** The logo of the company's documents, shared pages and emails, and the way to change it. */
// oxlint-disable-next-line max-lines-per-function -- one control: choosing, dropping and removing share what failed
export function LogoCard({ mayEdit }: LogoCardProps) {
  const { data, error, refetch } = useRead(readLogo, {})
  const upload = useCommand(saveLogo)
  const remove = useCommand(removeLogo)
  const [failure, setFailure] = useState<string | null>(null)
  const [over, setOver] = useState(false)

  const take = async (file: File | undefined) => {
    if (!file || !mayEdit) return
    setFailure(null)
    if (file.size > limits.logoBytes) return setFailure(`This file is larger than ${megabytes} MB.`)
    try {
      await upload.run({ file: file as unknown as Uint8Array<ArrayBuffer> })
      toastDone('Logo saved')
    } catch (refusal) {
      setFailure(messageOf(refusal, 'Failed to upload logo'))
    }
  }
  const takeAway = async () => {
    setFailure(null)
    try {
      await remove.run({})
      toastDone('Logo removed')
    } catch (refusal) {
      setFailure(messageOf(refusal, 'Failed to remove logo'))
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  if (error && !data)
    return (
      <Card title="Logo">
        <ErrorState compact error={error} fallback="Failed to load logo" onRetry={() => void refetch()} />
      </Card>
    )
  const logo = data?.logo
  return (
    <Card title="Logo">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a shortcut for the button inside */}
      <div
        className={classes['root']}
        data-over={(over && mayEdit) || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={classes['picture']} data-empty={(data && !logo) || undefined}>
          {data === undefined ? (
            <Skeleton h={72} />
          ) : logo ? (
            <img src={logo.data_url} alt="Your logo" width={logo.width} height={logo.height} />
          ) : (
            <IconPhoto size={22} stroke={1.5} aria-hidden />
          )}
        </div>
        <div className={classes['words']}>
          <p>Appears on invoices, orders and packing slips, on the pages of shared links, and in order emails.</p>
          {mayEdit && (
            <LogoButtons
              hasLogo={Boolean(logo)}
              uploading={upload.pending}
              removing={remove.pending}
              onFile={(file) => void take(file)}
              onRemove={() => void takeAway()}
            />
          )}
          {failure && (
            <p role="alert" className={classes['failure']}>
              {failure}
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}

type LogoButtonsProps = Readonly<{
  hasLogo: boolean
  uploading: boolean
  removing: boolean
  onFile: (file: File | undefined) => void
  onRemove: () => void
}>

function LogoButtons({ hasLogo, uploading, removing, onFile, onRemove }: LogoButtonsProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className={classes['buttons']}>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg"
        aria-label="Logo file"
        tabIndex={-1}
        className={classes['chooser']}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Emptied, so that the same file can be chosen again.
          currentTarget.value = ''
          onFile(file)
        }}
      />
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconUpload size={15} stroke={1.7} />}
        loading={uploading}
        onClick={() => chooser.current?.click()}
      >
        {hasLogo ? 'Replace logo' : 'Upload logo'}
      </Button>
      {hasLogo && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          loading={removing}
          onClick={onRemove}
        >
          Remove logo
        </Button>
      )}
      <span className={classes['hint']}>PNG or JPEG, up to {megabytes} MB</span>
    </div>
  )
}
