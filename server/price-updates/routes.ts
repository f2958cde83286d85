import type { Implementation } from '../platform/endpoint.ts'
import type { Pages } from '../platform/outside/pages.ts'
import { applyPriceUpdateCommand } from './apply-price-update.ts'
import { fetchPriceCommand } from './fetch-price.ts'
import { listProductPricesQuery } from './product-prices.ts'
import { readPriceUpdateQuery } from './queries.ts'
import { rejectPriceUpdateCommand } from './reject-price-update.ts'

export const priceUpdateRoutes = (pages: Pages): readonly Implementation[] => [
  fetchPriceCommand(pages),
  readPriceUpdateQuery,
  applyPriceUpdateCommand,
  rejectPriceUpdateCommand,
  listProductPricesQuery,
]
