/** Mail programs turn these into links. */
const linkMarks = /:\/\/|www\.|@/giu
const MAX_MAILED_LENGTH = 60

/** Detects text that would let a stranger send links in the shop's mails (D162). */
export function hasLinkMarks(text: string): boolean {
  return text.normalize('NFKC').search(linkMarks) >= 0
}

/** For mails to others than the person: without what makes a link, at most 60 characters, in quotation marks. */
export function quoteName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(linkMarks, ' ').replaceAll(/\s+/g, ' ').trim()
  const letters = [...plain]
  const short =
    letters.length > MAX_MAILED_LENGTH ? `${letters.slice(0, MAX_MAILED_LENGTH - 1).join('')}…` : plain
  return `“${short}”`
}
