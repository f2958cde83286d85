import { createSampleCompanyCommand } from './create-sample-company.ts'
import { removeSampleCompanyCommand } from './remove-sample-company.ts'

export const sampleCompanyRoutes = [createSampleCompanyCommand, removeSampleCompanyCommand]
