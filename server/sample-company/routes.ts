import { createSampleCompanyCommand } from './create-sample-company.ts'

export const sampleCompanyRoutes = [createSampleCompanyCommand]
