import { ActionIcon, Loader } from '@mantine/core'
import { IconCameraPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { byCount } from '../../contract/counted-nouns.ts'
import { uploadFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { messageOf, useCommand } from '../kit/api.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import classes from './part-fields.module.css'

type PhotoFieldProps = Readonly<{
  /** The photos' subject, for those who can't see them. */
  of: string
  photos: readonly string[]
  onChange: (change: (photos: readonly string[]) => readonly string[]) => void
  /** Called when an upload begins (1) and ends (−1). */
  onUpload: (change: 1 | -1) => void
  error?: string | undefined
}>

/**
 * Photos of goods: taken or chosen, shown small, removed again. They are uploaded immediately and belong to the receipt
 * once it is recorded.
 */
// oxlint-disable-next-line max-lines-per-function -- choosing, uploading and removing share the photos
export function PhotoField({ of, photos, onChange, onUpload, error }: PhotoFieldProps) {
  const upload = useCommand(uploadFile)
  const field = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const add = async (files: readonly File[]) => {
    setFailure(null)
    if (files.some((file) => !file.type.startsWith('image/'))) return setFailure('Only image files can be added')
    const taken = files.slice(0, limits.photosPerLine - photos.length)
    const problems: string[] = []
    onUpload(1)
    for (const file of taken) {
      try {
        // The contract speaks of bytes; a File is what the browser sends them from.
        const { address } = await upload.run({
          folder: 'receiving-images',
          file: file as unknown as Uint8Array<ArrayBuffer>,
        })
        onChange((now) => [...now, address])
      } catch (reason) {
        problems.push(messageOf(reason, 'Failed to upload image'))
      }
    }
    onUpload(-1)
    setFailure(notAdded(problems, files.length - taken.length))
  }
  const wrong = failure ?? error
  return (
    <div className={classes['photoField']} data-some={photos.length > 0 || undefined}>
      <ul className={classes['photos']} aria-label={`Photos of ${of}`}>
        {photos.map((address, index) => (
          <li key={address}>
            <Thumbnail src={address} size={64} alt={`Photo ${index + 1} of ${of}`} />
            <ActionIcon
              className={classes['removePhoto']}
              size={22}
              variant="filled"
              aria-label={`Remove photo ${index + 1} of ${of}`}
              onClick={() => onChange((now) => now.filter((one) => one !== address))}
            >
              <IconX size={14} stroke={2} />
            </ActionIcon>
          </li>
        ))}
        {photos.length < limits.photosPerLine && (
          <li>
            <input
              ref={field}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              multiple
              className={classes['file']}
              tabIndex={-1}
              aria-label={`Photos of ${of}`}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])]
                currentTarget.value = ''
                void add(files)
              }}
            />
            <button
              type="button"
              className={classes['addPhoto']}
              aria-label={`Add photos of ${of}`}
              disabled={upload.pending}
              onClick={() => field.current?.click()}
            >
              {upload.pending ? <Loader size={18} /> : <IconCameraPlus size={22} stroke={1.5} aria-hidden />}
            </button>
          </li>
        )}
      </ul>
      {wrong && (
        <p role="alert" className={classes['wrong']}>
          {wrong}
        </p>
      )}
    </div>
  )
}

/** The message about photos that weren't added: failed ones, and those beyond the limit. */
function notAdded(problems: readonly string[], beyond: number): string | null {
  const [first] = problems
  const failed = first && problems.length > 1 ? `${problems.length} photos weren’t added. ${first}` : first
  const most = byCount(
    beyond,
    {
      one: 'At most {limit} photos per item: {count} was not added',
      other: 'At most {limit} photos per item: {count} were not added',
    },
    { limit: String(limits.photosPerLine) },
  )
  return [failed, beyond > 0 && most].filter(Boolean).join('. ') || null
}
