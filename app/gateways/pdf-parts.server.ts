import { PDFDocument } from '@cantoo/pdf-lib'

type About = { title: string; language: string }

/** A PDF that is put together from parts, each forgotten once its pages are taken. */
export async function startJoinedPdf({ title, language }: About) {
  const whole = await PDFDocument.create()
  whole.setTitle(title, { showInWindowTitleBar: true })
  whole.setLanguage(language)
  return {
    pages: () => whole.getPageCount(),

    /** All its pages, after those that are there. */
    async add(part: Uint8Array): Promise<void> {
      const source = await PDFDocument.load(part, { updateMetadata: false })
      for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page)
    },

    /** The whole with the pages of `overlay` laid over its own, the first over the first. */
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
