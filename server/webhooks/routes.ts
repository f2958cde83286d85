import type { Implementation } from '../platform/endpoint.ts'
import { listWebhookAttemptsQuery } from './attempts.ts'
import { createWebhookCommand } from './create-webhook.ts'
import { listWebhooksQuery } from './queries.ts'
import { redeliverWebhookCommand } from './redeliver-webhook.ts'
import { removeWebhookCommand } from './remove-webhook.ts'
import { resumeWebhookCommand } from './resume-webhook.ts'
import { rotateWebhookSecretCommand } from './rotate-webhook-secret.ts'
import type { WebhookServices } from './services.ts'
import { testWebhookCommand } from './test-webhook.ts'
import { updateWebhookCommand } from './update-webhook.ts'

export const webhookRoutes = (services: WebhookServices): readonly Implementation[] => [
  listWebhooksQuery,
  createWebhookCommand(services),
  updateWebhookCommand(services),
  removeWebhookCommand,
  rotateWebhookSecretCommand(services),
  testWebhookCommand(services),
  resumeWebhookCommand(services),
  redeliverWebhookCommand(services),
  listWebhookAttemptsQuery,
]
