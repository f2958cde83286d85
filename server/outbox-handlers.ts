import type { OutboxHandler } from './platform/outbox.ts'
import { backordersHandler } from './stock/backorders-handler.ts'

/** Every kind of work that commits leave behind, and who does it. */
export const outboxHandlers: Record<string, OutboxHandler> = { backorders: backordersHandler }
