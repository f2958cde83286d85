import { useEffect } from 'react'

/** The live region that `useAnnouncement` writes into. It is on every screen before anything is announced. */
export const announcementsId = 'announcements'

/** Has screen readers announce a change that neither moves the focus nor shows a message. Null announces nothing. */
export function useAnnouncement(text: string | null): void {
  useEffect(() => {
    const region = document.querySelector(`#${announcementsId}`)
    if (region && text !== null) region.textContent = text
  }, [text])
}
