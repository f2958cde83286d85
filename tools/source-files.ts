import { globSync } from 'node:fs'

/** Code below these folders (no SQL), sorted, as paths from the project's folder, where every tool runs. */
export function sourceFiles(folders: string[]): string[] {
  return folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js,cjs,mjs}`)).sort()
}

/** The configuration of programs, in the project's folder itself. */
export function configurationFiles(): string[] {
  return globSync('*.{ts,js,cjs,mjs}').sort()
}
