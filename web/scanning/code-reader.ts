/** Reads the code in a picture; null if there is none. */
export type CodeReader = (picture: HTMLCanvasElement) => Promise<string | null>
