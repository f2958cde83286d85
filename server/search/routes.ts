import { keepSearchChoiceCommand } from './keep-choice.ts'
import { listSearchChoicesQuery, searchQuery } from './queries.ts'

export const searchRoutes = [searchQuery, listSearchChoicesQuery, keepSearchChoiceCommand]
