import { useEffect, useEffectEvent, useState } from 'react'
import { byCount } from '../../contract/counted-nouns.ts'
import { uploadFile } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError, messageOf, useCommand } from '../kit/api.ts'
import { onRecovery } from '../kit/connection.ts'
import { smallerPhoto } from '../kit/smaller-photo.ts'

type PhotoUploads = Readonly<{
  photos: readonly string[]
  onChange: (change: (photos: readonly string[]) => readonly string[]) => void
  /** Called when something begins to be uploaded (1) and when nothing is left (−1). */
  onUpload: (change: 1 | -1) => void
}>

/**
 * Uploads photos one after the other. Those that the network didn't let through are kept, since the camera of a phone
 * keeps no copy: they are sent again once the connection is back or the person asks for it.
 */
export function usePhotoUploads({ photos, onChange, onUpload }: PhotoUploads) {
  const upload = useCommand(uploadFile)
  const [unsent, setUnsent] = useState<readonly File[]>([])
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const isOpen = isSending || unsent.length > 0
  useEffect(() => {
    if (!isOpen) return
    onUpload(1)
    return () => onUpload(-1)
  }, [isOpen, onUpload])

  const send = async (files: readonly File[], beyond = 0) => {
    setFailure(null)
    setSending(true)
    const left: File[] = []
    const problems: string[] = []
    for (const file of files) {
      try {
        // The contract speaks of bytes; a File is what the browser sends them from.
        const body = file as unknown as Uint8Array<ArrayBuffer>
        const { address } = await upload.run({ folder: 'receiving-images', file: body })
        onChange((now) => [...now, address])
      } catch (reason) {
        if (reason instanceof ApiError && reason.outcomeUnknown) left.push(file)
        problems.push(messageOf(reason, 'Failed to upload image'))
      }
      setUnsent([...left, ...files.slice(files.indexOf(file) + 1)])
    }
    setSending(false)
    setFailure(notAdded(problems, beyond))
  }
  const resend = useEffectEvent(() => {
    if (!isSending && unsent.length > 0) void send(unsent)
  })
  useEffect(() => onRecovery(resend), [])

  return {
    isSending,
    /** How many wait for the connection. */
    waiting: isSending ? 0 : unsent.length,
    failure,
    add: async (files: readonly File[]) => {
      setFailure(null)
      if (files.some((file) => !file.type.startsWith('image/'))) return setFailure('Only image files can be added')
      const taken = files.slice(0, limits.photosPerLine - photos.length - unsent.length)
      setSending(true)
      const smaller: File[] = []
      for (const file of taken) smaller.push(await smallerPhoto(file))
      await send([...unsent, ...smaller], files.length - taken.length)
    },
    resend: () => void send(unsent),
    discard: () => {
      setUnsent([])
      setFailure(null)
    },
  }
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
