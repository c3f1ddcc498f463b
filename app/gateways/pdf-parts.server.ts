import { PDFDocument } from '@cantoo/pdf-lib'

type PdfProperties = { title: string; language: string }

/** Returns an empty PDF. `add` appends the pages of a PDF; `finish` draws the overlay's pages over them. */
export async function createJoinedPdf({ title, language }: PdfProperties) {
  const joinedPdf = await PDFDocument.create()
  joinedPdf.setTitle(title, { showInWindowTitleBar: true })
  joinedPdf.setLanguage(language)
  return {
    pages: () => joinedPdf.getPageCount(),

    async add(part: Uint8Array): Promise<void> {
      const source = await PDFDocument.load(part, { updateMetadata: false })
      for (const page of await joinedPdf.copyPages(source, source.getPageIndices())) joinedPdf.addPage(page)
    },

    async finish(overlay: Uint8Array): Promise<Uint8Array> {
      const overlayPages = await joinedPdf.embedPdf(
        overlay,
        joinedPdf.getPages().map((_, index) => index),
      )
      for (const [index, page] of joinedPdf.getPages().entries()) {
        const overlayPage = overlayPages[index]
        if (overlayPage) page.drawPage(overlayPage)
      }
      return joinedPdf.save()
    },
  }
}
