import { readLogoQuery, removeLogoCommand, saveLogoCommand } from './logos.ts'
import { readSettingsQuery } from './queries.ts'
import { saveSettingsCommand } from './save-settings.ts'

export const settingsRoutes = [
  readSettingsQuery,
  saveSettingsCommand,
  readLogoQuery,
  saveLogoCommand,
  removeLogoCommand,
]
