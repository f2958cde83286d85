/** A value inserted into a JSON body unchanged, because JSON.stringify would write another one or none at all. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON of a body in which some values are JSON texts already. */
export function jsonWithTexts(body: unknown): string {
  const texts: string[] = []
  const json = JSON.stringify(body, (_name, value: unknown) => {
    if (!(value instanceof JsonText)) return value
    texts.push(value.text)
    return `JSON_TEXT_${texts.length - 1}_`
  })
  return json.replaceAll(/"JSON_TEXT_(\d+)_"/g, (_all, index: string) => texts[Number(index)] ?? '')
}
