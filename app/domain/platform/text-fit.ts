/** A box for text. All lengths have the same unit; `sizes` are type sizes, largest first. */
export type TextBox = { width: number; height: number; lineHeight: number; sizes: readonly number[] }

/** Estimated widths of characters in multiples of the type size, generous for semibold text. */
const characterWidths: [RegExp, number][] = [
  [/[ijl.,:;'|!]/, 0.34],
  [/[ frtI()\-/]/, 0.46],
  [/[mwMW@%–—&]/, 0.98],
  [/[A-ZÀ-Þ]/, 0.74],
]
const defaultCharacterWidth = 0.63

/** Returns the largest size at which the wrapped lines fit the box; the smallest size if they never fit. */
export function fitText(lines: readonly string[], { width, height, lineHeight, sizes }: TextBox): number {
  const fitsSize = (size: number) => {
    const lineCount = lines.reduce((sum, line) => sum + countLines(line, width / size), 0)
    return lineCount * size * lineHeight <= height
  }
  return sizes.find(fitsSize) ?? sizes.at(-1) ?? 0
}

/** Returns the number of lines after wrapping at `width`, a multiple of the type size. */
export function countLines(text: string, width: number): number {
  let lineCount = 1
  let usedWidth = 0
  for (const word of text.split(' ')) {
    const wordWidth = measureText(word)
    const widthWithWord = usedWidth === 0 ? wordWidth : usedWidth + measureText(' ') + wordWidth
    if (widthWithWord <= width) {
      usedWidth = widthWithWord
      continue
    }
    const wordLines = Math.ceil(wordWidth / width)
    lineCount += usedWidth === 0 ? wordLines - 1 : wordLines
    usedWidth = wordWidth - (wordLines - 1) * width
  }
  return lineCount
}

/** Wraps text at `width`, a multiple of the type size. A longer word gets its own line. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const lastLine = lines.at(-1)
    const longerLine = lastLine === undefined ? word : `${lastLine} ${word}`
    if (lastLine !== undefined && measureText(longerLine) <= width) lines.splice(-1, 1, longerLine)
    else lines.push(word)
  }
  return lines
}

function measureText(text: string): number {
  return [...text].reduce((sum, character) => sum + measureCharacter(character), 0)
}

function measureCharacter(character: string): number {
  return characterWidths.find(([pattern]) => pattern.test(character))?.[1] ?? defaultCharacterWidth
}
