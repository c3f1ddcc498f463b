import { PDFDocument } from '@cantoo/pdf-lib'

type About = { title: string; language: string }

export async function createJoinedPdf({ title, language }: About) {
  const whole = await PDFDocument.create()
  whole.setTitle(title, { showInWindowTitleBar: true })
  whole.setLanguage(language)
  return {
    pages: () => whole.getPageCount(),

    async add(part: Uint8Array): Promise<void> {
      const source = await PDFDocument.load(part, { updateMetadata: false })
      for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page)
    },

    async finish(overlay: Uint8Array): Promise<Uint8Array> {
      const sheets = await whole.embedPdf(
        overlay,
        whole.getPages().map((_, index) => index),
      )
      for (const [index, page] of whole.getPages().entries()) {
        const sheet = sheets[index]
        if (sheet) page.drawPage(sheet)
      }
      return whole.save()
    },
  }
}
