import { globSync } from 'node:fs'

/** TypeScript files below these folders, sorted, as paths from the project's folder, where every tool runs. */
export function sourceFiles(folders: string[]): string[] {
  return folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).sort()
}
