import { PDFiumLibrary } from '@hyzyla/pdfium'

/** Returns the text of every page of a PDF, by PDFium. */
export async function toPageTexts(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  try {
    return [...document.pages()].map((page) => page.getText())
  } finally {
    document.destroy()
    library.destroy()
  }
}

export function countOccurrences(text: string, part: string): number {
  return text.split(part).length - 1
}
