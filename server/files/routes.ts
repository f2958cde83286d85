import type { Implementation } from '../platform/endpoint.ts'
import type { Storage } from './storage.ts'
import { uploadFileCommand } from './upload-file.ts'

export const fileRoutes = (storage: Storage): readonly Implementation[] => [uploadFileCommand(storage)]
