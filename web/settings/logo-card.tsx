import { Skeleton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { readLogo, removeLogo, saveLogo } from '../../contract/logos.ts'
import { messageOf, useCommand, useRead } from '../kit/api.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { PictureButtons } from '../kit/picture-buttons.tsx'
import { toastDone } from '../kit/toast.tsx'
import { useFileDrop } from '../kit/use-file-drop.ts'
import { Card } from '../ui/card.tsx'
import classes from './logo-card.module.css'

const megabytes = limits.logoBytes / 1_048_576
const labels = {
  file: 'Logo file',
  upload: 'Upload logo',
  replace: 'Replace logo',
  remove: 'Remove logo',
  formats: `PNG or JPEG, up to ${megabytes} MB`,
}

type LogoCardProps = Readonly<{ mayEdit: boolean }>

/** The logo of the company's documents, shared pages and emails, with buttons to change it. */
// oxlint-disable-next-line max-lines-per-function -- one control: choosing, dropping and removing share what failed
export function LogoCard({ mayEdit }: LogoCardProps) {
  const { data, error, refetch } = useRead(readLogo, {})
  const upload = useCommand(saveLogo)
  const remove = useCommand(removeLogo)
  const [failure, setFailure] = useState<string | null>(null)

  const take = async (file: File | undefined) => {
    if (!file) return
    setFailure(null)
    if (file.size > limits.logoBytes) return setFailure(`This file is larger than ${megabytes} MB.`)
    try {
      await upload.run({ file: file as unknown as Uint8Array<ArrayBuffer> })
      toastDone('Logo saved')
    } catch (refusal) {
      setFailure(messageOf(refusal, 'Failed to upload logo'))
    }
  }
  const clear = async () => {
    setFailure(null)
    try {
      await remove.run({})
      toastDone('Logo removed')
    } catch (refusal) {
      setFailure(messageOf(refusal, 'Failed to remove logo'))
    }
  }
  const drop = useFileDrop((file) => void take(file), mayEdit)

  if (error && !data)
    return (
      <Card title="Logo">
        <ErrorState compact error={error} fallback="Failed to load logo" onRetry={() => void refetch()} />
      </Card>
    )
  const logo = data?.logo
  return (
    <Card title="Logo">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the button inside */}
      <div className={classes['root']} {...drop}>
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
            <PictureButtons
              labels={labels}
              accept="image/png,image/jpeg"
              hasPicture={Boolean(logo)}
              uploading={upload.pending}
              removing={remove.pending}
              onFile={(file) => void take(file)}
              onRemove={() => void clear()}
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
