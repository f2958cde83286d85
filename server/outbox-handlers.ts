import { removedOrganizationHandler } from './files/remove-organization-files.ts'
import type { Storage } from './files/storage.ts'
import { notificationsHandler } from './notifications/outbox-handler.ts'
import { locationSetsHandler } from './members/location-sets-handler.ts'
import { erasedPersonHandler } from './members/erase-from-documents.ts'
import type { OutboxHandler } from './platform/outbox.ts'
import { backordersHandler } from './sales-orders/backorders-handler.ts'

/** Every kind of work that commits queue, with its handler. */
export const outboxHandlers = (storage: Storage, { canMail }: { canMail: boolean }): Record<string, OutboxHandler> => ({
  backorders: backordersHandler,
  erased_person: erasedPersonHandler,
  location_sets: locationSetsHandler,
  // Nothing is left to do: its browsers are notified of the new member.
  member_joined: async () => ['members'],
  notifications: notificationsHandler({ canMail }),
  removed_organization: removedOrganizationHandler(storage),
})
