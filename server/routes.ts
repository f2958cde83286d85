import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditTrailRoutes } from './audit-trail/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { WebhookServices } from './webhooks/services.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { FeedWaits } from './feed/feed-waits.ts'
import { feedRoutes } from './feed/routes.ts'
import { fileRoutes } from './files/routes.ts'
import type { Storage } from './files/storage.ts'
import { importRoutes } from './imports/routes.ts'
import { ledgerCheckRoutes } from './ledger-checks/routes.ts'
import { locationRoutes } from './locations/routes.ts'
import { locationTransferRoutes } from './location-transfers/routes.ts'
import type { AccountServices } from './members/delete-account.ts'
import type { InvitationServices } from './members/send-invitation.ts'
import { memberRoutes } from './members/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import type { Implementation } from './platform/endpoint.ts'
import { organizationRoutes } from './organizations/routes.ts'
import type { Mailer } from './platform/mail.ts'
import type { Pages } from './platform/outside/pages.ts'
import { priceUpdateRoutes } from './price-updates/routes.ts'
import { productLabelRoutes } from './product-labels/routes.ts'
import { productRoutes } from './products/routes.ts'
import { purchaseOrderRoutes } from './purchase-orders/routes.ts'
import type { PushServices } from './push/subscriptions.ts'
import { pushRoutes } from './push/routes.ts'
import { receivingRoutes } from './receiving/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { remoteProcedureRoutes } from './remote-procedures/routes.ts'
import { returnRoutes } from './sales-returns/routes.ts'
import { salesOrderRoutes } from './sales-orders/routes.ts'
import { sampleCompanyRoutes } from './sample-company/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { applyStatus } from './shipments/apply-order-status.ts'
import { shipmentRoutes } from './shipments/routes.ts'
import { stockCountRoutes } from './stock-counts/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { supplierRoutes } from './suppliers/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'

/** What endpoints use outside of the database. Without a mail server nothing is sent. */
export type Outside = Readonly<{
  storage: Storage
  pages: Pages
  mailer: Mailer | null
  feedWaits: FeedWaits
  webhooks: WebhookServices
  invitations: InvitationServices
  account: AccountServices
  /** The address browsers use: the beginning of links. */
  siteUrl: string
  push: PushServices
}>

/** Every endpoint, noun by noun. */
export const allRoutes = ({
  storage,
  pages,
  mailer,
  feedWaits,
  webhooks,
  invitations,
  account,
  siteUrl,
  push,
}: Outside): readonly Implementation[] => [
  ...memberRoutes(mailer, invitations, account),
  ...organizationRoutes,
  ...apiKeyRoutes,
  ...fileRoutes(storage),
  ...categoryRoutes,
  ...locationRoutes,
  ...supplierRoutes,
  ...productRoutes,
  ...productLabelRoutes,
  ...stockRoutes,
  ...transactionRoutes,
  ...locationTransferRoutes,
  ...stockCountRoutes,
  ...purchaseOrderRoutes(mailer),
  ...receivingRoutes,
  ...customerRoutes,
  ...salesOrderRoutes(mailer, applyStatus),
  ...shipmentRoutes,
  ...returnRoutes,
  ...sharingRoutes(siteUrl),
  ...priceUpdateRoutes(pages),
  ...commentRoutes,
  ...pushRoutes(push),
  ...settingsRoutes,
  ...notificationRoutes,
  ...ledgerCheckRoutes,
  ...importRoutes,
  ...reportRoutes,
  ...feedRoutes(feedWaits),
  ...webhookRoutes(webhooks),
  ...remoteProcedureRoutes,
  ...sampleCompanyRoutes,
  ...dashboardRoutes,
  ...auditTrailRoutes,
  ...searchRoutes,
]
