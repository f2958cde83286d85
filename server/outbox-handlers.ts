import { removedOrganizationHandler } from './files/remove-organization-files.ts'
import type { Storage } from './files/storage.ts'
import type { OutboxHandler } from './platform/outbox.ts'
import { backordersHandler } from './stock/backorders-handler.ts'

/** Every kind of work that commits leave behind, and who does it. */
export const outboxHandlers = (storage: Storage): Record<string, OutboxHandler> => ({
  backorders: backordersHandler,
  // Nothing is left to do: its browsers hear of the new member.
  member_joined: async () => ['members'],
  removed_organization: removedOrganizationHandler(storage),
})
